// All products of a category.
import { card } from "./cards.js";
import { inCategory } from "./catalogue.js";
import { frame, parameter } from "./shop.js";

frame();
const name = parameter("name");
const sorting = document.querySelector("select");
const show = () => {
  const by = sorting.value;
  const products = inCategory(name).toSorted((one, other) => (one[by] < other[by] ? -1 : 1));
  document.querySelector(".grid").innerHTML = products.map(card).join("");
};
document.querySelector("h1").textContent = document.querySelector(".trail span").textContent = name;
document.title = `${name} · Pier & Post`;
sorting.addEventListener("change", show);
show();
