/** How many things lie in the cart, where the page shows it. */
import { attributeOf } from "../builtins.js";
import { accessibleName, isVisible, keyOf, Sight } from "../controls/index.js";
import { pathOf } from "../controls/words.js";
import { isMarked, markPattern, say } from "./place.js";

/** @typedef {import("./place.js").Place} Place */

const MOST = 20;
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
    const isControl = tag === "a" || tag === "button" || attributeOf(element, "role") === "button" || attributeOf(element, "role") === "status";
    const isMarkedCart = isMarked(place.marks, MARKS);
    if (!isControl && !isMarkedCart) return;
    const name = accessibleName(element);
    const text = say(element, 60);
    if (ADD.test(name) || ADD.test(text) || text.length >= 60) return;
    const by = WORDS.test(text) || WORDS.test(name) ? "name" : WORDS.test(pathOf(attributeOf(element, "href")).replace(/[-_/]/g, " ")) ? "link" : isMarkedCart ? "class" : "";
    if (by !== "") this.found.set(element, { name, text, by, where });
  }

  told() {
    const sight = new Sight();
    const seen = [...this.found].filter(([element]) => isVisible(element, sight));
    return { carts: seen.map(([element, facts]) => ({ k: keyOf(element), ...facts })) };
  }
}
