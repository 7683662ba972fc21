/** How many things lie in the cart, where the page shows it. */
import { attributeOf } from "../builtins.js";
import { accessibleName, isVisible, keyOf, Sight } from "../controls/index.js";
import { pathOf } from "../controls/words.js";
import { isMarked, markPattern, say } from "./place.js";

/** @typedef {import("./place.js").Place} Place */

const MOST = 20;
const LIMIT = 60;
const WORDS = /\b(?:cart|basket|bag|trolley|warenkorb|einkaufswagen|panier|carrito|cesta|carrello|carrinho|winkelwagen|winkelmand|koszyk|košík|kundvagn|varukorg|handlekurv|kurv|ostoskori|sepet|kosár)\b|корзин|购物车|購物車|カート|장바구니/i;
const MARKS = markPattern("carts?|mini-cart|minicart|basket|bag|shopping-bag|shopping-cart|warenkorb|panier|carrito|bi-cart|bi-cart-fill|fa-shopping-cart");
const ADD = /\b(?:add|in den|ajouter|añadir|agregar|aggiungi|adicionar|toevoegen|dodaj|lägg|legg|tilføj|zum)\b|加入|追加|добавить|в корзину/i;

export class Carts {
  constructor() {
    /** @type {Map<Element, { name: string, text: string, by: string, where: string }>} */
    this.found = new Map();
  }

  /** @param {Place} place */
  enter(place) {
    if (this.found.size >= MOST) return;
    const { element, tag, where } = place;
    const isMarkedCart = isMarked(place.marks, MARKS);
    if (!isMarkedCart && !/^(a|button)$/.test(tag) && !/^(button|status)$/.test(attributeOf(element, "role") ?? "")) return;
    const name = accessibleName(element);
    const text = say(element, LIMIT);
    if (ADD.test(`${name} ${text}`) || text.length >= LIMIT) return;
    const by = reason(element, `${name} ${text}`, isMarkedCart);
    if (by !== "") this.found.set(element, { name, text, by, where });
  }

  told() {
    const sight = new Sight();
    const seen = [...this.found].filter(([element]) => isVisible(element, sight));
    return { carts: seen.map(([element, facts]) => ({ k: keyOf(element), ...facts })) };
  }
}

/** @param {Element} element @param {string} words on it @param {boolean} isMarkedCart @returns {string} why it leads to the cart; empty when nothing says so */
function reason(element, words, isMarkedCart) {
  if (WORDS.test(words)) return "name";
  if (WORDS.test(pathOf(attributeOf(element, "href")).replace(/[-_/.]/g, " "))) return "link";
  return isMarkedCart ? "class" : "";
}
