// The widgets of the ARIA practices, by pointer and keyboard. Events that no person made are not heard.
import { note } from "./model.js";

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const isOn = (element, attribute) => element.getAttribute(attribute) === "true";

function on(element, type, listener) {
  element.addEventListener(type, (event) => {
    if (event.isTrusted) listener(event);
  });
}

function onPress(element, act) {
  on(element, "click", act);
  if (element.tagName === "BUTTON") return;
  on(element, "keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    act(event);
  });
}

function onArrows(element, act) {
  on(element, "keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    act(step, event);
  });
}

// checkbox, switch, menuitemcheckbox, toggle button
for (const [attribute, key] of [["aria-checked", "check"], ["aria-pressed", "press"]]) {
  for (const element of all(`[data-${key}]`)) {
    const tell = () => note(element.dataset[key], element.getAttribute(attribute));
    onPress(element, () => {
      if (element.getAttribute("aria-disabled") === "true") return;
      element.setAttribute(attribute, String(!isOn(element, attribute)));
      tell();
    });
    tell();
  }
}

for (const group of all("[data-radios]")) {
  const radios = all("[role=radio]", group);
  const choose = (chosen) => {
    for (const radio of radios) {
      radio.setAttribute("aria-checked", String(radio === chosen));
      radio.tabIndex = radio === chosen ? 0 : -1;
    }
    chosen.focus();
    note(group.dataset.radios, chosen.textContent);
  };
  radios.forEach((radio, index) => {
    onPress(radio, () => choose(radio));
    onArrows(radio, (step) => choose(radios.at((index + step) % radios.length)));
  });
  note(group.dataset.radios, "Regular crust");
}

for (const list of all("[data-listbox]")) {
  const many = isOn(list, "aria-multiselectable");
  const options = all("[role=option]", list);
  const selected = () => options.filter((option) => isOn(option, "aria-selected")).map((option) => option.textContent);
  const tell = () => note(list.dataset.listbox, many ? selected() : selected()[0] ?? null);
  let active = options[0];
  const activate = (option) => {
    active.classList.remove("active");
    active = option;
    active.classList.add("active");
    list.setAttribute("aria-activedescendant", option.id);
  };
  const toggle = (option) => {
    if (!many) options.forEach((each) => each.setAttribute("aria-selected", "false"));
    option.setAttribute("aria-selected", String(!many || !isOn(option, "aria-selected")));
    tell();
  };
  on(list, "click", (event) => {
    const option = event.target.closest("[role=option]");
    if (!option) return;
    activate(option);
    toggle(option);
  });
  on(list, "keydown", (event) => {
    if (event.key === " " && many) toggle(active);
    if (event.key === " ") event.preventDefault();
  });
  onArrows(list, (step) => {
    activate(options[clamp(options.indexOf(active) + step, 0, options.length - 1)]);
    if (!many) toggle(active);
  });
  tell();
}

for (const box of all("[data-select]")) {
  const list = document.getElementById(box.getAttribute("aria-controls"));
  const options = all("[role=option]", list);
  let active = options[0];
  const open = (yes) => {
    list.hidden = !yes;
    box.setAttribute("aria-expanded", String(yes));
    if (yes) activate(options.find((option) => isOn(option, "aria-selected")));
    else box.removeAttribute("aria-activedescendant");
  };
  const activate = (option) => {
    active = option;
    options.forEach((each) => each.classList.toggle("active", each === option));
    box.setAttribute("aria-activedescendant", option.id);
  };
  const choose = (option) => {
    options.forEach((each) => each.setAttribute("aria-selected", String(each === option)));
    box.textContent = option.textContent;
    open(false);
    note(box.dataset.select, option.textContent);
  };
  on(box, "click", () => open(list.hidden));
  on(box, "blur", () => open(false));
  on(box, "keydown", (event) => {
    if (event.key === "Escape") open(false);
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (list.hidden) open(true);
    else choose(active);
  });
  onArrows(box, (step) => (list.hidden ? open(true) : activate(options[clamp(options.indexOf(active) + step, 0, options.length - 1)])));
  // Pressing an option must not take the focus from the box, because losing it closes the list.
  on(list, "mousedown", (event) => event.preventDefault());
  options.forEach((option) => on(option, "click", () => choose(option)));
  note(box.dataset.select, box.textContent);
}

for (const field of all("[data-complete]")) {
  const list = document.getElementById(field.getAttribute("aria-controls"));
  const states = ["Alabama", "Alaska", "Arizona", "Arkansas", "California", "Colorado"];
  let active = -1;
  const close = () => {
    list.hidden = true;
    active = -1;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };
  const choose = (option) => {
    field.value = option.textContent;
    close();
    note(field.dataset.complete, field.value);
  };
  const show = () => {
    const found = states.filter((state) => state.toLowerCase().startsWith(field.value.toLowerCase()));
    list.replaceChildren(
      ...found.map((state, index) => {
        const option = document.createElement("div");
        Object.assign(option, { role: "option", id: `s${index}`, textContent: state });
        on(option, "click", () => choose(option));
        return option;
      }),
    );
    list.hidden = found.length === 0;
    active = -1;
    field.setAttribute("aria-expanded", String(found.length > 0));
  };
  on(field, "input", () => {
    show();
    if (field.value === "") note(field.dataset.complete, "");
  });
  on(field, "click", show);
  on(field, "blur", () => {
    close();
    // Only a state of the list stays: what was typed and not chosen is given up.
    if (!states.includes(field.value)) field.value = "";
    note(field.dataset.complete, field.value);
  });
  on(list, "mousedown", (event) => event.preventDefault());
  onArrows(field, (step, event) => {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") return;
    if (list.hidden) return show();
    active = clamp(active + step, 0, list.children.length - 1);
    [...list.children].forEach((option, index) => option.setAttribute("aria-selected", String(index === active)));
    field.setAttribute("aria-activedescendant", list.children[active].id);
  });
  on(field, "keydown", (event) => {
    if (event.key === "Escape") close();
    if (event.key === "Enter" && active >= 0) choose(list.children[active]);
  });
  note(field.dataset.complete, field.value);
}

for (const thumb of all("[data-slider]")) {
  const { slider, step, page, unit, mouse } = thumb.dataset;
  const low = Number(thumb.ariaValueMin);
  const high = Number(thumb.ariaValueMax);
  const move = (value) => {
    const now = clamp(Math.round(value / step) * step, low, high);
    thumb.ariaValueNow = String(now);
    if (unit) thumb.ariaValueText = `${unit}${now}`;
    thumb.style.left = `${(100 * (now - low)) / (high - low)}%`;
    note(slider, now);
  };
  if (!mouse) {
    onArrows(thumb, (way, event) => move(Number(thumb.ariaValueNow) + (/Up|Down/.test(event.key) ? -way : way) * step));
    on(thumb, "keydown", (event) => {
      const to = { Home: low, End: high, PageUp: Number(thumb.ariaValueNow) + Number(page ?? step), PageDown: Number(thumb.ariaValueNow) - Number(page ?? step) }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      move(to);
    });
  }
  on(thumb, "pointerdown", (event) => {
    thumb.focus();
    thumb.setPointerCapture(event.pointerId);
  });
  on(thumb, "pointermove", (event) => {
    if (!thumb.hasPointerCapture(event.pointerId)) return;
    const track = thumb.parentElement.getBoundingClientRect();
    move(low + ((event.clientX - track.left) / track.width) * (high - low));
  });
  move(Number(thumb.ariaValueNow));
}

for (const spin of all("[data-spin]")) {
  const turn = (value) => {
    spin.ariaValueNow = String(clamp(value, Number(spin.ariaValueMin), Number(spin.ariaValueMax)));
    spin.textContent = spin.ariaValueNow;
    note(spin.dataset.spin, Number(spin.ariaValueNow));
  };
  onArrows(spin, (way) => turn(Number(spin.ariaValueNow) - way));
  turn(Number(spin.ariaValueNow));
}

for (const field of all("[data-spinfield]")) {
  const turn = (value) => {
    field.value = String(clamp(Number.isNaN(value) ? 1 : value, Number(field.ariaValueMin), Number(field.ariaValueMax)));
    field.ariaValueNow = field.value;
    note(field.dataset.spinfield, Number(field.value));
  };
  onArrows(field, (way, event) => /Up|Down/.test(event.key) && turn(Number(field.value) - way));
  field.addEventListener("change", () => turn(parseInt(field.value, 10)));
  turn(Number(field.value));
}

for (const tree of all("[data-tree]")) {
  const items = all("[role=treeitem]", tree);
  const expand = (item, yes) => {
    item.setAttribute("aria-expanded", String(yes));
    item.querySelector("[role=group]").hidden = !yes;
    note(item.dataset.branch, yes);
  };
  const select = (item) => {
    items.forEach((each) => each.setAttribute("aria-selected", String(each === item)));
    items.forEach((each) => (each.tabIndex = each === item ? 0 : -1));
    item.focus();
    note(tree.dataset.tree, item.ariaLabel);
  };
  on(tree, "click", (event) => {
    const item = event.target.closest("[role=treeitem]");
    if (!item) return;
    if (item.dataset.branch && isOn(item, "aria-selected")) expand(item, !isOn(item, "aria-expanded"));
    select(item);
  });
  on(tree, "keydown", (event) => {
    const shown = items.filter((item) => !item.parentElement.hidden);
    const index = shown.indexOf(document.activeElement);
    const item = shown[index];
    const to = { ArrowDown: shown[index + 1], ArrowUp: shown[index - 1], Home: shown[0], End: shown.at(-1) }[event.key];
    if (to) to.focus();
    else if (event.key === "ArrowRight" && item.dataset.branch) expand(item, true);
    else if (event.key === "ArrowLeft" && item.dataset.branch) expand(item, false);
    else if (event.key === "Enter" || event.key === " ") select(item);
    else return;
    event.preventDefault();
  });
  items.filter((item) => item.dataset.branch).forEach((item) => expand(item, false));
  note(tree.dataset.tree, "Letters");
}

for (const grid of all("[data-grid]")) {
  const rows = all("[data-row]", grid);
  const tell = () => note(grid.dataset.grid, rows.filter((row) => isOn(row, "aria-selected")).map((row) => row.dataset.row).join(" "));
  const toggle = (row) => {
    row.setAttribute("aria-selected", String(!isOn(row, "aria-selected")));
    tell();
  };
  rows.forEach((row, index) => {
    onPress(row, () => toggle(row));
    onArrows(row, (step) => rows[clamp(index + step, 0, rows.length - 1)].focus());
  });
  tell();
}

for (const grid of all("[data-cells]")) {
  const cells = all("[role=gridcell]", grid);
  cells.forEach((cell, index) => {
    onPress(cell, () => {
      cells.forEach((each) => each.setAttribute("aria-selected", String(each === cell)));
      note(grid.dataset.cells, cell.textContent);
    });
    onArrows(cell, (step) => cells[clamp(index + step, 0, cells.length - 1)].focus());
  });
  note(grid.dataset.cells, "A1");
}

for (const list of all("[data-tabs]")) {
  const tabs = all("[role=tab]", list);
  const select = (tab) => {
    for (const each of tabs) {
      each.setAttribute("aria-selected", String(each === tab));
      each.tabIndex = each === tab ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).hidden = each !== tab;
    }
    note(list.dataset.tabs, tab.textContent);
  };
  tabs.forEach((tab, index) => {
    onPress(tab, () => select(tab));
    onArrows(tab, (step) => {
      const next = tabs.at((index + step) % tabs.length);
      next.focus();
      if (list.dataset.activation !== "manual") select(next);
    });
  });
  note(list.dataset.tabs, tabs[0].textContent);
}

for (const element of all("[data-expand], [data-menu]")) {
  const name = element.dataset.expand ?? element.dataset.menu;
  const panel = document.getElementById(element.getAttribute("aria-controls"));
  onPress(element, () => {
    panel.hidden = !panel.hidden;
    element.setAttribute("aria-expanded", String(!panel.hidden));
    note(name, !panel.hidden);
  });
  note(name, !panel.hidden);
}

for (const item of all("[data-zoom]")) {
  onPress(item, () => {
    all("[data-zoom]").forEach((each) => each.setAttribute("aria-checked", String(each === item)));
    note("zoom", item.dataset.zoom);
  });
}
note("zoom", "100");

for (const box of all("[data-text]")) {
  on(box, "input", () => note(box.dataset.text, box.innerText));
  note(box.dataset.text, box.innerText);
}
