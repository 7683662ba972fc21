// One product: swatches and a list of sizes made by hand, and a call to action that no accessibility tree knows of.
import { money, priceOf, productOf, SIZES } from "./catalogue.js";
import { frame, parameter, put } from "./shop.js";

frame();
const product = productOf(parameter("id"));
const find = (selector) => document.querySelector(`main ${selector}`);
const chosen = { colour: null, size: null };
const [picker, options, status] = [find(".picker"), find(".options"), find("[role=status]")];

const show = () => {
  find(".price").textContent = money(priceOf(product, chosen.size));
  find("#colour b").textContent = chosen.colour ?? "";
  for (const swatch of document.querySelectorAll(".swatch")) {
    swatch.setAttribute("aria-checked", String(swatch.dataset.colour === chosen.colour));
  }
  picker.textContent = chosen.size ?? "Choose";
  for (const option of options.children) option.setAttribute("aria-selected", String(option.textContent === chosen.size));
};
const open = (wanted) => {
  options.hidden = !wanted;
  picker.setAttribute("aria-expanded", String(wanted));
};

document.title = `${product.name} · Pier & Post`;
find("h1").textContent = product.name;
find(".text").textContent = product.text;
find(".was").textContent = product.was ? money(product.was) : "";
find(".up").textContent = product.category;
find(".up").href = `category.html?name=${product.category}`;
for (const [name, value] of Object.entries(product.colours)) {
  const swatch = document.createElement("span");
  Object.assign(swatch, { className: "swatch", title: name, tabIndex: 0, role: "radio", ariaLabel: name });
  swatch.dataset.colour = name;
  swatch.style.background = value;
  swatch.addEventListener("click", () => { chosen.colour = name; show(); });
  find(".swatches").append(swatch);
}
for (const size of SIZES) {
  const option = document.createElement("li");
  option.role = "option";
  option.textContent = size;
  if (product.soldOut.includes(size)) option.ariaDisabled = "true";
  else option.addEventListener("click", () => { chosen.size = size; open(false); show(); });
  options.append(option);
}
picker.addEventListener("click", () => open(options.hidden));
find(".cta").addEventListener("click", () => {
  if (!chosen.colour || !chosen.size) {
    status.textContent = "Please choose a colour and a size.";
    return;
  }
  const quantity = Number(find("input[type=number]").value);
  put({ id: product.id, name: product.name, ...chosen, quantity, price: priceOf(product, chosen.size) });
  status.textContent = `${product.name}, ${chosen.colour}, ${chosen.size}: added to your bag.`;
});
show();
