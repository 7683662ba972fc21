// Web components: every widget is an element of its own with an open shadow root, and tells of changes by events of its own.
import light from "@shoelace-style/shoelace/dist/themes/light.css";
import { setBasePath } from "@shoelace-style/shoelace/dist/utilities/base-path.js";
import "@shoelace-style/shoelace/dist/components/checkbox/checkbox.js";
import "@shoelace-style/shoelace/dist/components/color-picker/color-picker.js";
import "@shoelace-style/shoelace/dist/components/details/details.js";
import "@shoelace-style/shoelace/dist/components/input/input.js";
import "@shoelace-style/shoelace/dist/components/option/option.js";
import "@shoelace-style/shoelace/dist/components/radio-group/radio-group.js";
import "@shoelace-style/shoelace/dist/components/radio/radio.js";
import "@shoelace-style/shoelace/dist/components/range/range.js";
import "@shoelace-style/shoelace/dist/components/rating/rating.js";
import "@shoelace-style/shoelace/dist/components/select/select.js";
import "@shoelace-style/shoelace/dist/components/switch/switch.js";
import "@shoelace-style/shoelace/dist/components/tab-group/tab-group.js";
import "@shoelace-style/shoelace/dist/components/tab-panel/tab-panel.js";
import "@shoelace-style/shoelace/dist/components/tab/tab.js";
import "@shoelace-style/shoelace/dist/components/textarea/textarea.js";
import "@shoelace-style/shoelace/dist/components/tree-item/tree-item.js";
import "@shoelace-style/shoelace/dist/components/tree/tree.js";
import { note } from "./model.js";

setBasePath("/components");
document.head.append(Object.assign(document.createElement("style"), { textContent: light }));
document.getElementById("root").innerHTML = `
  <h1>Shoelace widgets</h1>
  <section>
    <sl-input name="name" label="Full name" value="Ann"></sl-input>
    <sl-input name="quantity" label="Quantity" type="number" min="0" max="10" value="2"></sl-input>
    <sl-input name="date" label="Arrival date" type="date" value="2026-03-01"></sl-input>
    <sl-input name="time" label="Arrival time" type="time" value="09:30"></sl-input>
    <sl-textarea name="about" label="About you" value="one"></sl-textarea>
    <sl-select name="fruit" label="Fruit" value="apple">
      <sl-option value="apple">Apple</sl-option><sl-option value="banana">Banana</sl-option><sl-option value="cherry" disabled>Cherry</sl-option>
    </sl-select>
    <sl-select name="toppings" label="Toppings" multiple value="ham">
      <sl-option value="ham">Ham</sl-option><sl-option value="olives">Olives</sl-option><sl-option value="corn">Corn</sl-option>
    </sl-select>
  </section>
  <section>
    <sl-checkbox name="terms">Accept the terms</sl-checkbox><br>
    <sl-switch name="dark">Dark mode</sl-switch><br>
    <sl-radio-group name="density" label="Density" value="compact"><sl-radio value="compact">Compact rows</sl-radio><sl-radio value="wide">Wide rows</sl-radio></sl-radio-group>
    <sl-range name="brightness" label="Brightness" min="0" max="100" value="30"></sl-range>
    <sl-rating name="stars" label="Stars" value="2"></sl-rating>
    <sl-color-picker name="colour" label="Favourite colour" value="#112233" size="small"></sl-color-picker>
  </section>
  <section>
    <sl-tab-group><sl-tab slot="nav" panel="account">Account</sl-tab><sl-tab slot="nav" panel="privacy">Privacy</sl-tab>
      <sl-tab-panel name="account">Your account</sl-tab-panel><sl-tab-panel name="privacy">Your data</sl-tab-panel></sl-tab-group>
    <sl-details summary="How do I pay">By card.</sl-details>
    <sl-tree><sl-tree-item data-name="Projects">Projects<sl-tree-item data-name="Plan">Plan</sl-tree-item></sl-tree-item><sl-tree-item data-name="Letters" selected>Letters</sl-tree-item></sl-tree>
  </section>`;

for (const field of document.querySelectorAll("[name]:not(sl-tab-panel)")) {
  const value = () => ("checked" in field ? field.checked : field.value);
  const early = /^SL-(INPUT|TEXTAREA)$/.test(field.tagName);
  field.addEventListener(early ? "sl-input" : "sl-change", () => note(field.name ?? field.getAttribute("name"), value()));
  note(field.getAttribute("name"), value());
}

const group = document.querySelector("sl-tab-group");
group.addEventListener("sl-tab-show", (event) => note("tab", event.detail.name));
note("tab", "account");

const details = document.querySelector("sl-details");
details.addEventListener("sl-show", () => note("open", true));
details.addEventListener("sl-hide", () => note("open", false));
note("open", false);

const tree = document.querySelector("sl-tree");
tree.addEventListener("sl-selection-change", (event) => note("folder", event.detail.selection.map((item) => item.dataset.name)));
note("folder", ["Letters"]);
tree.addEventListener("sl-expand", () => note("projects", true));
tree.addEventListener("sl-collapse", () => note("projects", false));
note("projects", false);
