/** Who is signed in, where the page shows it. */
import { attributeOf } from "../builtins.js";
import { accessibleName, composedParent, isVisible, keyOf, Sight } from "../controls/index.js";
import { textOf } from "../structure/elements.js";
import { isMarked, markPattern, marksOf, ownText, say } from "./place.js";

/** @typedef {import("./place.js").Place} Place */

const MOST = 30;
const BARS = /^(header|nav|aside)$/;
const MARKS = markPattern("user|user-name|username|user-panel|user-menu|user-info|user-dropdown|user-profile|account|account-name|profile|profile-name|profile-info|current-user|avatar|member|logged-in|signed-in|person");
const GREETING = /^(?:hello|hi|hey|welcome(?: back)?|signed in as|logged in as|hallo|willkommen|angemeldet als|bonjour|bienvenue|connecté en tant que|hola|bienvenido|ciao|benvenuto|olá|hej|witaj|cześć|привет|добро пожаловать)[,:!\s]/i;
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
    const isKnown = isMarked(marks, MARKS);
    if (own !== "" && own.length < 80 && GREETING.test(own)) this.found.set(element, { text: say(element, 80), by: "greeting", where, marks });
    else if (own !== "" && own.length < 60) this.addNamed(place, own);
    if (isKnown && attributeOf(element, "aria-label")) this.found.set(element, { text: accessibleName(element), by: "label", where, marks });
  }

  told() {
    const sight = new Sight();
    const seen = [...this.found].filter(([element]) => isVisible(element, sight));
    return { people: seen.map(([element, facts]) => ({ k: keyOf(element), ...facts })), canLeave: this.canLeave || mayLeave() };
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

/** @returns {boolean} whether there is a way to sign out, maybe in a menu that is closed */
function mayLeave() {
  for (const link of Array.from(document.querySelectorAll("a,button")).slice(0, 3_000)) {
    const text = textOf(link, 60);
    if (text.length < 40 && LEAVE.test(text)) return true;
  }
  return false;
}
