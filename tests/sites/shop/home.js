// The first page.
import { card } from "./cards.js";
import { PRODUCTS } from "./catalogue.js";
import { frame } from "./shop.js";

frame();
document.querySelector(".grid").innerHTML = PRODUCTS.slice(2, 5).map(card).join("");
