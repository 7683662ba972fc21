/* Ways to change a page without semantics after somebody holds a handle of a thing on it.
   `heard` has the names of the things that were pressed; a thing keeps its name when another element takes its place. */
const heard = [];
const names = new WeakMap();
let things = [];

/** @param {Record<string, string>} given name of each thing, and a selector of its element */
function watch(given) {
  things = Object.entries(given).map(([name, selector]) => own(document.querySelector(selector), name));
  addEventListener("click", ({ target }) => {
    let element = target;
    while (element && !names.has(element)) element = element.parentElement;
    heard.push(element ? names.get(element) : target.localName);
  }, true);
}

const own = (element, name) => {
  names.set(element, name);
  return element;
};
const find = (name) => things.find((element) => names.get(element) === name);
/** Another element that looks and listens the same, for the same thing or another one. */
const copy = (element, name = names.get(element)) => Object.assign(own(element.cloneNode(true), name), { onclick: () => undefined });
const again = () => {
  things = things.map((element) => {
    const fresh = copy(element);
    element.replaceWith(fresh);
    return fresh;
  });
};
const remove = (name) => {
  find(name).remove();
  things = things.filter((element) => element.isConnected);
};

const CHANGES = {
  nothing: () => undefined,
  moved: (name) => { find(name).style.margin = "70px 0 0 90px"; },
  reordered: (name) => { find(name).parentElement.append(find(name)); },
  anew: again,
  anewAndReordered: (name) => {
    again();
    find(name).parentElement.append(find(name));
  },
  anewOutOfSight: () => {
    document.body.style.height = "3000px";
    again();
    scrollTo(0, 3000);
  },
  removed: remove,
  removedAndAnew: (name) => {
    remove(name);
    again();
  },
  replaced: (name) => {
    const other = copy(find(name), "other");
    other.textContent = "Archive";
    // An id is the page's own name for a thing.
    other.removeAttribute("id");
    find(name).replaceWith(other);
    things = things.filter((element) => element.isConnected);
  },
  anewWithTwin: (name) => {
    again();
    find(name).after(copy(find(name), "twin"));
  },
  // As frameworks do without keys: the elements stay, and what they show and do passes from one to another.
  passedOn: () => {
    if (new Set(things.map((element) => element.localName)).size > 1) return;
    const shown = things.map((element) => [element.innerHTML, names.get(element)]);
    shown.unshift(shown.pop());
    things.forEach((element, index) => {
      element.innerHTML = shown[index][0];
      names.set(element, shown[index][1]);
    });
  },
  coveredByGlass: () => {
    const sheet = own(document.createElement("div"), "sheet");
    sheet.style.cssText = "position:fixed;inset:0;z-index:9";
    document.body.append(sheet);
  },
};

/** Change it, and wait until it is painted. */
async function change(name, held) {
  CHANGES[name](held);
  await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
}
