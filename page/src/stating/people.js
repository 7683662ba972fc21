/** Who is signed in, where the page shows it. */
import { attributeOf, hasAttributeOf } from "../builtins.js";
import { accessibleName, composedParent, isVisible, keyOf, Sight } from "../controls/index.js";
import { textOf } from "../structure/elements.js";
import { isMarked, markPattern, marksOf, ownText, say } from "./place.js";

/** @typedef {import("./place.js").Place} Place */

const MOST = 30;
const BARS = /^(header|nav|aside)$/;
const MARKS = markPattern("user|user-name|username|user-panel|user-menu|user-info|user-dropdown|user-profile|account|account-name|profile|profile-name|profile-info|current-user|avatar|member|logged-in|signed-in|person");
const GREETING = /^(?:hello|hi|hey|welcome(?: back)?|signed in as|logged in as|hallo|willkommen|angemeldet als|bonjour|bienvenue|connecté en tant que|hola|bienvenido|ciao|benvenuto|olá|hej|witaj|cześć|привет|добро пожаловать|こんにちは|ようこそ)[,:!、，！\s]/i;
// In the middle of a sentence such words tell about anybody.
const SIGNED = /(?:^|[·|•(–—:]\s*|\byou(?:’|'| a)re )(?:(?:signed|logged) in as|angemeldet als|eingeloggt als|connecté en tant que|sesión iniciada como|ingelogd als|inloggad som|zalogowany jako)\b/i;
const MENU = /^(?:(?:open )?(?:account|user|profile) menu\b|(?:my |your )?account of (?:the )?current user$|current user$)/i;
const LEAVE = /^(?:log ?out|sign ?out|abmelden|ausloggen|déconnexion|se déconnecter|cerrar sesión|esci|sair|uitloggen|logga ut|wyloguj|выйти|ログアウト|退出)/i;

export class People {
  constructor() {
    /** @type {Map<Element, { text: string, by: string, where: string, marks: string }>} */
    this.found = new Map();
    this.canLeave = false;
    this.around = "";
  }

  /** @param {Place} place */
  enter(place) {
    if (this.found.size >= MOST) return;
    const { element, where } = place;
    const own = ownText(element).trim();
    if (own !== "" && own.length < 40 && LEAVE.test(own)) this.canLeave = true;
    const marks = place.marks;
    const greeting = greetingOf(element, own);
    if (greeting !== "") this.found.set(element, { text: greeting, by: "greeting", where, marks });
    else if (own !== "" && own.length < 60) this.addNamed(place, own);
    if (hasAttributeOf(element, "aria-label")) this.addLabelled(place);
  }

  told() {
    const sight = new Sight();
    const seen = [...this.found].filter(([element]) => isVisible(element, sight));
    return { people: seen.map(([element, facts]) => ({ k: keyOf(element), ...facts })), canLeave: this.canLeave || mayLeave() };
  }

  /** @param {Place} place maybe a menu of the one who is signed in, with a name on it or in what it is called */
  addLabelled({ element, where, marks }) {
    const label = attributeOf(element, "aria-label") ?? "";
    if (!MENU.test(label)) {
      if (isMarked(marks, MARKS) && label) this.found.set(element, { text: accessibleName(element), by: "label", where, marks });
      return;
    }
    const called = /\b(?:for|of)\s+(?!(?:the )?current user)(.+)$/i.exec(label)?.[1] ?? "";
    this.found.set(element, { text: called || say(element, 60), by: "label", where, marks });
  }

  /** @param {Place} place @param {string} own */
  addNamed(place, own) {
    const { element, where } = place;
    // Elsewhere a name is somebody the page tells about.
    if (!BARS.test(where)) return;
    let marks = "";
    let at = /** @type {Element | null} */ (element);
    for (let level = 0; at && level < 4; level += 1, at = composedParent(at)) {
      const said = marksOf(at);
      if (isMarked(said, MARKS)) {
        marks = said;
        break;
      }
    }
    if (marks !== "") this.found.set(element, { text: own, by: "class", where, marks: marks.slice(0, 80) });
  }
}

/** @param {Element} element @param {string} own its own text @returns {string} what it says to the one who is signed in; empty when it says no such thing */
function greetingOf(element, own) {
  if (own === "" || own.length >= 80) return "";
  if (GREETING.test(own)) return say(element, 80);
  if (!SIGNED.test(own)) return "";
  const said = say(element, 120);
  const match = SIGNED.exec(said);
  return match ? said.slice(match.index).replace(/^(?:[·|•(–—:]\s*|you(?:’|'| a)re )/i, "").slice(0, 80) : "";
}

/** @returns {boolean} whether there is a way to sign out, maybe in a menu that is closed */
function mayLeave() {
  for (const link of Array.from(document.querySelectorAll("a,button")).slice(0, 3_000)) {
    const text = textOf(link, 60);
    if (text.length < 40 && LEAVE.test(text)) return true;
  }
  return false;
}
