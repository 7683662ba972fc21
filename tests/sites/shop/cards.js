// A product among others.
import { money } from "./catalogue.js";

export const card = (product) => {
  const was = product.was ? `<s class="was">${money(product.was)}</s>` : "";
  return `<li class="card"><div class="pic"></div><a href="product.html?id=${product.id}">${product.name}</a>
    <p>${money(product.price)}${was}</p><button class="quiet" aria-label="Remember ${product.name}">♡</button></li>`;
};
