// What the page's own code believes, as JSON in #model: a test that reads it knows that the code was told, not only the DOM.

const state = {};

export function note(name, value) {
  state[name] = value;
  document.querySelector("#model").textContent = JSON.stringify(state);
}
