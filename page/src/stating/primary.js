/** What a person would press next: a plain guess by looks and words. */
import { attributeOf, localNameOf, matchesOf } from "../builtins.js";
import { composedContains } from "../controls/index.js";
import { isMarked, markPattern, marksOf } from "./place.js";

/** @typedef {import("../controls/types.js").Control} Control */

const MOST = 12;
const PRIMARY = markPattern("btn-primary|button-primary|primary|cta|btn-success|btn-cta|buy|add-to-cart|add-to-basket|submit|checkout|uk-button-primary|is-primary|btn-lg|bg-gradient-primary|bg-gradient-dark|btn-outline-dark");
const STRONG = /^(?:add to (?:cart|bag|basket)|buy|check ?out|place order|order now|subscribe|sign (?:in|up)|log ?in|register|create account|submit|send|save|continue|next|confirm|pay|search|get started|in den warenkorb|zur kasse|kaufen|weiter|anmelden|senden|speichern|ajouter au panier|acheter|continuer|valider|envoyer|comprar|añadir al carrito|siguiente|enviar|guardar|aggiungi al carrello|acquista|continua|купить|далее|войти|カートに入れる|次へ|加入购物车|下一步)/i;

/** @param {import("../structure/model.js").PageModel} model @param {import("./scope.js").Scope} scope @returns {object[]} the best first */
export function primaryOf(model, { roots }) {
  const found = [];
  for (const [index, control] of model.controls.entries()) {
    if (!/^(button|link)$/.test(control.role) || !roots.some((root) => composedContains(root, control.element))) continue;
    const { landmark } = model.placeAt(index);
    if (landmark === "nav" || landmark === "footer" || landmark === "header" || landmark === "search") continue;
    const score = scoreOf(control);
    if (score > 0) found.push({ k: control.key, text: control.name, score, where: landmark });
  }
  found.sort((one, other) => other.score - one.score);
  return found.slice(0, MOST);
}

/** @param {Control} control @returns {number} */
function scoreOf({ element, name, role, rect, states }) {
  if (states.includes("disabled") || name === "") return 0;
  const isButton = role === "button" || isMarked(marksOf(element), markPattern("btn|button"));
  if (!isButton) return 0;
  let score = STRONG.test(name) ? 3 : 0;
  if (isMarked(marksOf(element), PRIMARY)) score += 2;
  if (isSubmit(element)) score += 1.5;
  if (rect.w * rect.h > 4_000) score += 0.5;
  if (states.includes("offscreen")) score -= 0.5;
  return score;
}

/** @param {Element} element @returns {boolean} */
function isSubmit(element) {
  if (localNameOf(element) === "input") return /^(submit|image)$/i.test(attributeOf(element, "type") ?? "");
  return localNameOf(element) === "button" && (attributeOf(element, "type") ?? "submit") === "submit" && matchesOf(element, "form *");
}
