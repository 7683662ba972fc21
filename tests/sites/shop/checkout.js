// Where it goes and how; the server gets the form as the browser sends it.
import { DELIVERIES, money, totalOf } from "./catalogue.js";
import { bag, frame } from "./shop.js";

frame();
const form = document.querySelector(".address");
const cards = form.querySelector(".cards");
const show = () => {
  const delivery = DELIVERIES.find((each) => each.id === form.elements.delivery.value);
  for (const card of cards.children) card.setAttribute("aria-checked", String(card.dataset.id === delivery?.id));
  form.querySelector(".total").textContent = money(totalOf(bag()) + (delivery?.price ?? 0));
};
for (const each of DELIVERIES) {
  const card = document.createElement("div");
  Object.assign(card, { className: "choice", tabIndex: 0, role: "radio" });
  card.dataset.id = each.id;
  card.innerHTML = `<b>${each.name}</b><br>${each.days}, ${money(each.price)}`;
  card.addEventListener("click", () => { form.elements.delivery.value = each.id; show(); });
  cards.append(card);
}
form.addEventListener("submit", (event) => {
  const missing = [...form.elements].find((field) => field.willValidate && !field.checkValidity());
  if (missing || !form.elements.delivery.value) {
    event.preventDefault();
    form.querySelector(".error").textContent = "Please fill in every field and choose a delivery.";
    return;
  }
  form.elements.lines.value = JSON.stringify(bag());
  sessionStorage.setItem("paid", form.querySelector(".total").textContent);
});
show();
