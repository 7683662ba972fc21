// What all pages of the shop share: the bag, and the frame with its menus.
import { CATEGORIES, withLine } from "./catalogue.js";

export const bag = () => JSON.parse(localStorage.getItem("bag") ?? "[]");
export const keep = (lines) => {
  localStorage.setItem("bag", JSON.stringify(lines));
  showCount();
};
export const put = (line) => keep(withLine(bag(), line));
export const parameter = (name) => new URLSearchParams(location.search).get(name);

const showCount = () => {
  const count = bag().reduce((sum, line) => sum + line.quantity, 0);
  for (const badge of document.querySelectorAll(".bag b")) badge.textContent = String(count);
};

const menu = ([name, entries]) => {
  const items = entries.map((entry) => `<div class="i" data-to="category.html?name=${entry}">${entry}</div>`).join("");
  return `<div class="menu"><button aria-expanded="false">${name}</button><div class="flyout">${items}</div></div>`;
};

/** The frame of a page. Nothing in the flyouts is a link, and the bag never stands still: both are as people build them. */
export const frame = () => {
  const menus = Object.entries(CATEGORIES).map(menu).join("");
  document.body.insertAdjacentHTML(
    "afterbegin",
    `<header><a class="logo" href="home.html">Pier &amp; Post</a><nav aria-label="Shop" style="display:flex">${menus}</nav>
     <form role="search"><input type="search" aria-label="Search the shop"><button>Search</button></form></header>
     <div class="bag" role="button" tabindex="0">Bag (<b>0</b>)</div>`,
  );
  document.body.insertAdjacentHTML(
    "beforeend",
    `<footer><form class="news"><label>E-mail for news <input type="email" name="news"></label><button>Subscribe</button></form>
     <a href="home.html">Imprint</a> <a href="home.html">Returns</a></footer>`,
  );
  for (const each of document.querySelectorAll(".menu")) {
    const button = each.querySelector("button");
    const open = (wanted) => {
      each.classList.toggle("open", wanted);
      button.setAttribute("aria-expanded", String(wanted));
    };
    each.addEventListener("mouseenter", () => open(true));
    each.addEventListener("mouseleave", () => open(false));
    button.addEventListener("click", () => open(true));
  }
  for (const item of document.querySelectorAll("[data-to]")) {
    item.addEventListener("click", () => location.assign(item.dataset.to));
  }
  for (const form of document.querySelectorAll("header form, footer form")) {
    form.addEventListener("submit", (event) => event.preventDefault());
  }
  document.querySelector(".bag").addEventListener("click", () => location.assign("cart.html"));
  showCount();
};
