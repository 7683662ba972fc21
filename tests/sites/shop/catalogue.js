// What the shop sells, and what a choice of it costs. Both shops, the pages and the app, sell the same.

export const SIZES = ["XS", "S", "M", "L", "XL"];

export const PRODUCTS = [
  {
    id: "harbour", name: "Harbour jacket", category: "Jackets", price: 89, was: 119, large: 6,
    colours: { Slate: "#56606b", Rust: "#b4532a", Moss: "#5c6b3a" }, soldOut: ["XS"],
    text: "Waxed cotton, two-way zip, a pocket for a book. Ships within two days.",
  },
  {
    id: "ridge", name: "Ridge jacket", category: "Jackets", price: 149, was: null, large: 0,
    colours: { Black: "#222222", Moss: "#5c6b3a" }, soldOut: [],
    text: "Three layers against wind and rain.",
  },
  {
    id: "canal", name: "Canal jacket", category: "Jackets", price: 75, was: 99, large: 4,
    colours: { Navy: "#22315a", Sand: "#d9c7a0" }, soldOut: ["L", "XL"],
    text: "Light enough for a bag, warm enough for a bench.",
  },
  {
    id: "linen", name: "Linen shirt", category: "Shirts", price: 45, was: null, large: 0,
    colours: { White: "#f7f7f5", Sky: "#9cc4e4" }, soldOut: [],
    text: "Washed linen that wants no iron.",
  },
  {
    id: "mug", name: "Camp mug", category: "Kitchen", price: 14, was: null, large: 0,
    colours: { Red: "#c22222", Blue: "#2244cc" }, soldOut: [],
    text: "Enamel, 350 ml.",
  },
];

export const CATEGORIES = { Clothing: ["Jackets", "Shirts"], Home: ["Kitchen"] };
export const DELIVERIES = [
  { id: "standard", name: "Standard", days: "3 to 5 days", price: 4.9 },
  { id: "express", name: "Express", days: "next day", price: 12 },
  { id: "pickup", name: "Pick up in store", days: "today", price: 0 },
];

export const productOf = (id) => PRODUCTS.find((product) => product.id === id);
export const inCategory = (name) => PRODUCTS.filter((product) => product.category === name);
export const money = (amount) => `€ ${amount.toFixed(2)}`;

/** Large sizes take more cloth. */
export const priceOf = (product, size) => product.price + (size === "L" || size === "XL" ? product.large : 0);
export const totalOf = (lines) => lines.reduce((sum, line) => sum + line.price * line.quantity, 0);

/** Adds a line, or more of the same. */
export const withLine = (lines, added) => {
  const same = (line) => line.id === added.id && line.colour === added.colour && line.size === added.size;
  return lines.some(same)
    ? lines.map((line) => (same(line) ? { ...line, quantity: line.quantity + added.quantity } : line))
    : [...lines, added];
};
