// What is in the bag.
import { money, totalOf } from "./catalogue.js";
import { bag, frame, keep } from "./shop.js";

frame();
const show = () => {
  const lines = bag();
  document.querySelector("tbody").innerHTML = lines
    .map((line, place) => `<tr><td>${line.name}</td><td>${line.colour}</td><td>${line.size}</td>
      <td><input type="number" min="1" max="9" value="${line.quantity}" aria-label="Quantity of ${line.name}" data-place="${place}"></td>
      <td>${money(line.price * line.quantity)}</td><td><button class="quiet" data-place="${place}">Remove</button></td></tr>`)
    .join("");
  document.querySelector("main .total").textContent = money(totalOf(lines));
  document.querySelector("main .cta").disabled = lines.length === 0;
};
document.querySelector("tbody").addEventListener("click", ({ target }) => {
  if (target.matches("button")) keep(bag().filter((_, place) => place !== Number(target.dataset.place)));
  show();
});
document.querySelector("tbody").addEventListener("change", ({ target }) => {
  keep(bag().map((line, place) => (place === Number(target.dataset.place) ? { ...line, quantity: Number(target.value) } : line)));
  show();
});
document.querySelector("main .cta").addEventListener("click", () => location.assign("checkout.html"));
show();
