/** What the pages of the battery share: the page's own record of what reached whom, and the case that was asked for. */
const inFrame = parent !== window;
// A frame of another site may not keep anything, and need not: it tells its parent.
const record = inFrame ? [] : JSON.parse(sessionStorage.getItem("record") ?? "[]");
/** What the page does after its element was found and before it is acted on; a case may put its own here. */
const battery = { meanwhile() {} };

/** @param {string} what */
function note(what) {
  if (inFrame) return parent.postMessage({ note: what }, "*");
  record.push(what);
  sessionStorage.setItem("record", JSON.stringify(record));
}

/** @param {Element} element @param {string} [what] */
function noteClicks(element, what = element.dataset.note) {
  element.addEventListener("click", () => note(what));
}

/** @param {number} milliseconds @param {() => void} work */
function later(milliseconds, work) {
  battery.meanwhile = () => setTimeout(work, milliseconds);
}

function byId(id) {
  return document.getElementById(id);
}

function showCase() {
  const name = new URLSearchParams(location.search).get("case");
  const template = document.querySelector(`template[data-case="${name}"]`);
  if (template) document.body.append(document.importNode(template.content, true));
  for (const element of document.querySelectorAll("[data-note]")) noteClicks(element);
}

addEventListener("message", ({ data }) => data?.note && note(data.note));
addEventListener("DOMContentLoaded", showCase);
