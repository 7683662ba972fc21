// What was bought.
import { money } from "./catalogue.js";
import { bag, frame, keep, parameter } from "./shop.js";

const lines = bag();
frame();
document.querySelector("strong").textContent = parameter("number");
document.querySelector("main .total").textContent = sessionStorage.getItem("paid");
document.querySelector("main ul").innerHTML = lines
  .map((line) => `<li>${line.quantity} × ${line.name}, ${line.colour}, ${line.size}: ${money(line.price * line.quantity)}</li>`)
  .join("");
keep([]);
