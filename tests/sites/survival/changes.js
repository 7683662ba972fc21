/*
 * What may happen to a page, and who is who in it.
 *
 * The identity of a control is kept outside the document, in a WeakMap of the page's own world: nothing of it can be
 * read by the script under test. Whatever replaces an element passes its identity on.
 */
"use strict";

(() => {
  const CONTROLS = "a[href],button,input,select,textarea,summary,[role=button],[role=link],[role=tab],[role=switch],[role=menuitem],.tap";
  const LISTS = "tbody,ul,ol,.items";
  const identities = new WeakMap();
  const prefix = window.parent === window ? "c" : `f${location.pathname}-`;

  // ---------------------------------------------------------------- walking

  function rootsIn(root) {
    const found = [root];
    for (const element of root.querySelectorAll("*")) if (element.shadowRoot) found.push(...rootsIn(element.shadowRoot));
    return found;
  }

  function all(selector, root = document) {
    return rootsIn(root).flatMap((each) => [...each.querySelectorAll(selector)]);
  }

  function identify() {
    all(CONTROLS).forEach((element, index) => identities.set(element, `${prefix}${index}`));
  }

  function textsIn(root) {
    const found = [];
    for (const each of rootsIn(root)) {
      const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.data.trim() && !/^(SCRIPT|STYLE)$/.test(node.parentNode.nodeName)) found.push(node);
      }
    }
    return found;
  }

  /** Pass identities from one tree to another of the same shape. */
  function hand(from, to) {
    const own = identities.get(from);
    if (own !== undefined) identities.set(to, own);
    if (from.shadowRoot && to.shadowRoot) handChildren(from.shadowRoot, to.shadowRoot);
    handChildren(from, to);
  }

  function handChildren(from, to) {
    [...from.children].forEach((child, index) => to.children[index] && hand(child, to.children[index]));
  }

  function copyOf(element) {
    const copy = element.cloneNode(true);
    const originals = [element, ...element.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((each, index) => {
      const { shadowRoot } = originals[index];
      if (!shadowRoot || each.shadowRoot) return;
      each.attachShadow({ mode: "open" }).append(...[...shadowRoot.childNodes].map((node) => node.cloneNode(true)));
    });
    return copy;
  }

  function become(old, fresh) {
    const own = identities.get(old);
    if (own !== undefined) identities.set(fresh, own);
    old.replaceWith(fresh);
  }

  function retag(old, tag, attributes, dropped = []) {
    const fresh = document.createElement(tag);
    for (const { name, value } of old.attributes) if (!dropped.includes(name)) fresh.setAttribute(name, value);
    for (const [name, value] of Object.entries(attributes)) fresh.setAttribute(name, value);
    fresh.append(...old.childNodes);
    become(old, fresh);
  }

  /** As a framework does that draws everything anew. */
  function rerender() {
    for (const child of [...document.body.children]) {
      if (/^(SCRIPT|STYLE|IFRAME)$/.test(child.nodeName) || child.querySelector("iframe")) continue;
      const isModal = child.nodeName === "DIALOG" && child.matches(":modal");
      const fresh = copyOf(child);
      hand(child, fresh);
      child.replaceWith(fresh);
      if (isModal) {
        fresh.removeAttribute("open");
        fresh.showModal();
      }
    }
  }

  const lists = () => all(LISTS).filter((list) => list.children.length > 1);
  const controls = () => all(CONTROLS);
  const labelOf = (element) => element.textContent.trim().replace(/\s+/g, " ");
  const rot13 = (text) => text.replace(/[a-z]/gi, (c) => String.fromCharCode((c <= "Z" ? 90 : 122) >= c.charCodeAt(0) + 13 ? c.charCodeAt(0) + 13 : c.charCodeAt(0) - 13)).replace(/\d/g, (d) => String((Number(d) + 3) % 10));
  const hash = (index) => `a${index}f3e${(index * 7) % 10}b`;
  const isSaying = (element) => element.matches("a,button,summary,[role],.tap") && element.children.length === 0 && labelOf(element) !== "";

  function rename(id, next) {
    for (const element of all(`[id="${id}"]`)) next === null ? element.removeAttribute("id") : element.setAttribute("id", next);
    for (const attribute of ["for", "aria-labelledby", "aria-describedby", "aria-controls"]) {
      for (const element of all(`[${attribute}="${id}"]`)) next === null ? null : element.setAttribute(attribute, next);
    }
  }

  // ---------------------------------------------------------------- kinds of change

  function drop(attribute, keep = () => false) {
    for (const element of all(`[${attribute}]`)) if (!keep(element)) element.removeAttribute(attribute);
  }

  function rotate(list) {
    const items = [...list.children];
    const shape = (item) => [...item.querySelectorAll("*")].map((element) => element.localName).join();
    if (new Set(items.map(shape)).size !== 1) return;
    const said = items.map((item) => ({
      parts: [item, ...item.querySelectorAll("*")].map((element) => ({
        attributes: [...element.attributes].map(({ name, value }) => [name, value]),
        identity: identities.get(element),
      })),
      texts: textsIn(item).map((node) => node.data),
    }));
    items.forEach((item, at) => {
      const next = said[(at + 1) % said.length];
      [item, ...item.querySelectorAll("*")].forEach((element, part) => {
        for (const { name } of [...element.attributes]) element.removeAttribute(name);
        for (const [name, value] of next.parts[part].attributes) element.setAttribute(name, value);
        identities.delete(element);
        if (next.parts[part].identity !== undefined) identities.set(element, next.parts[part].identity);
      });
      textsIn(item).forEach((node, index) => (node.data = next.texts[index] ?? ""));
    });
  }

  /** Other items of the same kind in the same places; what every item has, as a button "Delete", stays. */
  function otherItems() {
    for (const list of lists()) {
      const counts = new Map();
      const texts = textsIn(list);
      for (const node of texts) counts.set(node.data.trim(), (counts.get(node.data.trim()) ?? 0) + 1);
      for (const node of texts) if (counts.get(node.data.trim()) === 1) node.data = rot13(node.data);
      for (const element of list.querySelectorAll("*")) {
        for (const name of ["href", "value", "id", "name", "data-testid", "aria-label", "title", "alt", "for"]) {
          const value = element.getAttribute(name);
          const isShared = value && list.querySelectorAll(`[${name}="${CSS.escape(value)}"]`).length > 1;
          if (value && !isShared) element.setAttribute(name, name === "href" ? `/other${rot13(value)}` : rot13(value));
        }
        identities.delete(element);
      }
    }
  }

  const kinds = {
    "re-render": () => {},
    "re-render twice": () => rerender(),
    "wrapper around controls": () => controls().forEach((element) => {
      if (element.parentNode.nodeName === "LABEL" || element.parentNode.nodeName === "DETAILS") return;
      const wrapper = document.createElement("span");
      element.replaceWith(wrapper);
      wrapper.append(element);
    }),
    "wrapper around the page": () => {
      const wrapper = document.createElement("div");
      wrapper.append(...[...document.body.children].filter((child) => !/^(SCRIPT|STYLE|DIALOG)$/.test(child.nodeName) && !child.matches("iframe") && !child.querySelector("iframe")));
      document.body.prepend(wrapper);
      const outer = document.createElement("div");
      wrapper.replaceWith(outer);
      outer.append(wrapper);
    },
    "wrappers lost": () => all("div").forEach((element) => {
      if (element.attributes.length === 0 && !element.shadowRoot) element.replaceWith(...element.childNodes);
    }),
    "classes hashed": () => all("[class]").forEach((element, index) => element.setAttribute("class", `${element.matches(".tap") ? "tap " : ""}css-${hash(index)}`)),
    "classes added": () => controls().forEach((element) => element.classList.add("is-ready", "v2", "rounded")),
    "classes lost": () => drop("class", (element) => element.matches(".tap,.items,.switch,.switch *")),
    "ids hashed": () => all("[id]").forEach((element, index) => rename(element.id, `${element.id}-${hash(index)}`)),
    "ids renamed": () => all("[id]").forEach((element) => rename(element.id, `${element.id}_field`)),
    "ids lost": () => drop("id", (element) => all(`[for="${element.id}"],[aria-labelledby="${element.id}"]`).length > 0),
    "test ids lost": () => drop("data-testid"),
    "form names lost": () => drop("name", (element) => element.type === "radio"),
    "titles lost": () => drop("title", (element) => !labelOf(element) && !element.getAttribute("aria-label")),
    "aria labels became titles": () => all("[aria-label]").forEach((element) => {
      element.setAttribute("title", element.getAttribute("aria-label"));
      element.removeAttribute("aria-label");
    }),
    "roles and aria lost": () => all("[aria-expanded],[aria-pressed],[aria-describedby],[aria-current]").forEach((element) => ["aria-expanded", "aria-pressed", "aria-describedby", "aria-current"].forEach((name) => element.removeAttribute(name))),
    "buttons became divs": () => all("button").forEach((element) => retag(element, "div", { role: "button", tabindex: "0" }, ["type"])),
    "divs became buttons": () => all("div[role=button],div.tap").forEach((element) => retag(element, "button", {}, ["role", "tabindex"])),
    "links became spans": () => all("a[href]").forEach((element) => retag(element, "span", { role: "link", tabindex: "0" }, ["href"])),
    "text of controls split": () => controls().filter(isSaying).forEach((element) => {
      const span = document.createElement("span");
      span.append(...element.childNodes);
      element.append(span);
    }),
    "icons in controls": () => controls().filter(isSaying).forEach((element) => {
      const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      icon.setAttribute("width", "12");
      icon.setAttribute("height", "12");
      element.prepend(icon);
    }),
    "text in capitals": () => textsIn(document.body).forEach((node) => (node.data = node.data.toUpperCase())),
    "text decorated": () => controls().filter(isSaying).forEach((element) => element.append("…")),
    "neighbouring text edited": () => textsIn(document.body).forEach((node) => {
      if (!node.parentNode.closest(`${CONTROLS},label,legend,h1,h2,h3,th,strong,li,td`)) node.data = `${node.data} today`;
    }),
    "headings edited": () => all("h1,h2,h3,legend,caption").forEach((element) => {
      if (!element.querySelector(CONTROLS)) element.append(" (updated)");
    }),
    "headings lost": () => all("h1,h2").forEach((element) => element.querySelector(CONTROLS) || element.remove()),
    "prices and counts changed": () => textsIn(document.body).forEach((node) => {
      if (/\$\d|\(\d/.test(node.data)) node.data = node.data.replace(/\d+/g, (digits) => String(Number(digits) + 1));
    }),
    "lists reversed": () => lists().forEach((list) => list.append(...[...list.children].reverse())),
    "lists shuffled": () => lists().forEach((list) => list.append(...[...list.children].filter((_, index) => index % 2), ...[...list.children].filter((_, index) => index % 2 === 0))),
    "item inserted first": () => lists().forEach((list) => {
      const fresh = list.children[0].cloneNode(true);
      textsIn(fresh).forEach((node) => node.parentNode.closest("button") || (node.data = rot13(node.data)));
      for (const element of [fresh, ...fresh.querySelectorAll("*")]) {
        for (const name of ["href", "value", "id", "data-testid", "for"]) if (element.hasAttribute(name)) element.setAttribute(name, rot13(element.getAttribute(name)));
      }
      list.prepend(fresh);
    }),
    "banner inserted": () => {
      const banner = document.createElement("div");
      banner.innerHTML = "<p>We use cookies.</p><button>Accept all</button> <a href='/cookies'>Cookie policy</a>";
      document.body.prepend(banner);
    },
    "everything moved": () => document.body.style.setProperty("padding", "120px 0 0 200px"),
    "parts of the page swapped": () => {
      const parts = [...document.body.children].filter((child) => !/^(SCRIPT|STYLE|DIALOG)$/.test(child.nodeName) && !child.matches("iframe") && !child.querySelector("iframe"));
      if (parts.length > 1) parts.at(-1).after(parts[0]);
    },
    "comments and blanks": () => controls().forEach((element) => element.before(document.createComment("v-if"), "\n  ")),
    "controls disabled": () => all("button,input,select,textarea").forEach((element) => (element.disabled = true)),
    "values typed": () => all("input:not([type=checkbox]):not([type=radio]):not([type=submit]),textarea").forEach((element) => {
      element.setAttribute("value", "typed by somebody");
      element.value = "typed by somebody";
    }),
    "choices made": () => all("input[type=checkbox],input[type=radio]").forEach((element) => element.toggleAttribute("checked")),
    "moved into a shadow root": () => {
      const part = document.querySelector("main");
      if (!part || part.querySelector("iframe")) return;
      const host = document.createElement("div");
      part.replaceWith(host);
      host.attachShadow({ mode: "open" }).append(...[...document.querySelectorAll("style")].map((style) => style.cloneNode(true)), part);
    },
    "every second item removed": () => lists().forEach((list) => [...list.children].forEach((child, index) => index % 2 && child.remove())),
    "every third control removed": () => controls().forEach((element, index) => index % 3 === 0 && element.remove()),
    "other items in the lists": otherItems,
    "only the first item left": () => lists().forEach((list) => list.replaceChildren(list.children[0])),
    // An exact copy before each: after a re-render nobody can tell which is which.
    "exact copies inserted": () => controls().forEach((element) => element.closest(".switch") || element.before(element.cloneNode(true))),
  };

  const inPlace = {
    "text edited in place": () => controls().filter(isSaying).forEach((element) => (element.firstChild.data = `${element.textContent.trim()} now`)),
    "exact copies inserted in place": kinds["exact copies inserted"],
    "other items in the same nodes": otherItems,
    "nodes recycled": () => lists().forEach(rotate),
    "lists reversed in place": kinds["lists reversed"],
    "everything moved in place": kinds["everything moved"],
    "classes hashed in place": kinds["classes hashed"],
    "ids hashed in place": kinds["ids hashed"],
    "labels swapped by framework": () => lists().forEach((list) => {
      const said = [...list.children].map((item) => item.innerHTML);
      const known = [...list.children].map((item) => [...item.querySelectorAll("*")].map((element) => identities.get(element)));
      [...list.children].forEach((item, at) => {
        const next = (at + 1) % said.length;
        item.innerHTML = said[next];
        [...item.querySelectorAll("*")].forEach((element, index) => known[next][index] === undefined || identities.set(element, known[next][index]));
      });
    }),
  };

  // ---------------------------------------------------------------- what the test asks

  function placed(window_, dx, dy) {
    const here = rootsIn(window_.document).flatMap((root) => [...root.querySelectorAll("*")]);
    const found = [];
    for (const element of here) {
      const identity = window_.survival.identityOf(element);
      const shown = [element, ...(element.labels ?? [])];
      if (element.matches(window_.survival.CONTROLS)) found.push({ identity: identity ?? "nobody", boxes: shown.map((each) => each.getBoundingClientRect()).map(({ x, y, width, height }) => [x + dx, y + dy, width, height]) });
      if (element.localName === "iframe" && element.contentWindow?.survival) {
        const { x, y } = element.getBoundingClientRect();
        found.push(...placed(element.contentWindow, x + dx + element.clientLeft, y + dy + element.clientTop));
      }
    }
    return found;
  }

  window.survival = {
    CONTROLS,
    kinds: { rendered: Object.keys(kinds), inPlace: Object.keys(inPlace) },
    identityOf: (element) => identities.get(element),
    /** Who is drawn in this box; in doubt several. */
    whoIs: ([x, y, width, height]) => {
      const isThere = (box) => [x, y, width, height].every((value, index) => Math.abs(value - box[index]) <= 1);
      return placed(window, 0, 0).filter(({ boxes }) => boxes.some(isThere)).map(({ identity }) => identity);
    },
    /** All that the page's elements say of themselves, without their values. */
    markup: () => rootsIn(document).map((root) => (root.documentElement ?? root).innerHTML + (root.documentElement?.querySelector("body")?.getAttribute("style") ?? "")).join("|") + [...document.querySelectorAll("iframe")].map((frame) => frame.contentWindow.survival?.markup() ?? "").join("|"),
    everybody: () => placed(window, 0, 0).filter(({ boxes }) => boxes.some((box) => box[2] > 0 && box[3] > 0)).map(({ identity }) => identity),
    change: (kind) => {
      for (const frame of document.querySelectorAll("iframe")) frame.contentWindow.survival?.change(kind);
      if (inPlace[kind]) return inPlace[kind]();
      kinds[kind]();
      rerender();
    },
  };
  identify();
})();
