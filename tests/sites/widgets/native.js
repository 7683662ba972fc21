// Plain listeners on native controls, as a page without a framework has them.
import { note } from "./model.js";

const LATE = "change";
const TEXTS = new Set(["text", "email", "tel", "url", "search", "textarea"]);

function valueOf(field) {
  if (field.type === "checkbox") return field.indeterminate ? "mixed" : field.checked;
  if (field.type === "radio") return document.querySelector(`[name="${field.name}"]:checked`)?.value ?? null;
  if (field.type === "select-multiple") return [...field.selectedOptions].map((option) => option.value);
  if (field.type === "file") return [...field.files].map((file) => `${file.name} ${file.size}`);
  return field.value;
}

for (const field of document.querySelectorAll("input, select, textarea")) {
  const soon = TEXTS.has(field.type) && field.dataset.on !== LATE;
  field.addEventListener(soon ? "input" : LATE, () => note(field.name, valueOf(field)));
  note(field.name, valueOf(field));
}

const everything = document.querySelector("[name=everything]");
everything.indeterminate = true;
note("everything", valueOf(everything));

const amount = document.querySelector("[name=amount]");
amount.addEventListener("input", () => {
  const digits = amount.value.replace(/\D/g, "");
  amount.value = digits && Number(digits).toLocaleString("en-US");
  note("amount", amount.value);
});

const notes = document.querySelector("#notes");
notes.addEventListener("input", () => note("notes", notes.innerText));
note("notes", notes.innerText);

for (const details of document.querySelectorAll("details")) {
  details.addEventListener("toggle", () => note(details.dataset.name, details.open));
  note(details.dataset.name, details.open);
}
