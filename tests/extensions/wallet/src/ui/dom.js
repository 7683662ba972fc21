/** Make elements, and ask the worker. */

/**
 * @param {string} tag
 * @param {Record<string, any>} [properties] `testId`, `on…` listeners, `aria…` and `role`, else properties of the element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "testId") made.dataset.testid = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2).toLowerCase(), value);
    else made[name] = value;
  }
  made.append(...children.filter((child) => child || child === ""));
  return made;
}

/** @param {string} testId @param {string} text @param {() => unknown} onClick @param {Record<string, any>} [more] */
export function button(testId, text, onClick, more = {}) {
  return element("button", { type: "button", testId, onClick, ...more }, text);
}

/** A labelled field. @param {string} text @param {Record<string, any>} properties @param {string} [tag] */
export function field(text, properties, tag = "input") {
  const input = element(tag, { autocomplete: "off", ...properties });
  return { label: element("label", {}, text, input), input };
}

/**
 * A form whose failure is told below its fields.
 * @param {Node[]} children @param {() => Promise<unknown>} onSubmit
 */
export function form(children, onSubmit) {
  const alert = element("p", { role: "alert", testId: "form-error" });
  const submit = async (event) => {
    event.preventDefault();
    alert.textContent = "";
    try {
      await onSubmit();
    } catch (problem) {
      alert.textContent = problem.message;
    }
  };
  return element("form", { onSubmit: submit }, ...children, alert);
}

/** @param {string} call @param {Record<string, unknown>} [args] */
export async function ask(call, args = {}) {
  const { result, error } = await chrome.runtime.sendMessage({ to: "wallet", call, args });
  if (error) throw new Error(error.message);
  return result;
}

/** @param {string} route */
export function go(route) {
  if (window.location.hash.replace(/^#\/?/, "") === route) window.dispatchEvent(new Event("hashchange"));
  else window.location.hash = route;
}
