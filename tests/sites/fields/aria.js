/* Widgets after the WAI-ARIA practices, as small as they can be. */
const $ = (id) => document.getElementById(id);
const flip = (element, name) => element.setAttribute(name, element.getAttribute(name) === "true" ? "false" : "true");
const later = (run) => setTimeout(run, 40);

for (const element of document.querySelectorAll('[role=checkbox], [role=switch]:not([data-dead]), [role=menuitemcheckbox]'))
  element.addEventListener("click", () => later(() => flip(element, "aria-checked")));
$("bold").addEventListener("click", () => flip($("bold"), "aria-pressed"));
for (const group of document.querySelectorAll("[role=radiogroup], [role=menu]"))
  group.addEventListener("click", (event) => {
    const one = event.target.closest("[role=radio], [role=menuitemradio]");
    if (one) for (const each of group.querySelectorAll(`[role=${one.getAttribute("role")}]`)) each.setAttribute("aria-checked", String(each === one));
  });

const choose = (list, one, add) => {
  if (add) flip(one, "aria-selected");
  else for (const each of list.querySelectorAll("[role=option]")) each.setAttribute("aria-selected", String(each === one));
};
$("one").addEventListener("click", (event) => { const one = event.target.closest("[role=option]"); if (one && one.ariaDisabled !== "true") choose($("one"), one, false); });
$("many").addEventListener("click", (event) => { const one = event.target.closest("[role=option]"); if (one) choose($("many"), one, true); });
$("replacing").addEventListener("click", (event) => { const one = event.target.closest("[role=option]"); if (one) choose($("replacing"), one, event.ctrlKey); });

/* A list that is drawn at the end of the body when its combobox opens, and taken away when it closes. */
const popup = (box, id, options, onChoose) => {
  const close = () => { box.setAttribute("aria-expanded", "false"); $("portal").hidden = true; $("portal").replaceChildren(); };
  const open = (shown = options) => {
    const list = document.createElement("ul");
    list.id = id;
    list.setAttribute("role", "listbox");
    for (const label of shown) {
      const option = document.createElement("li");
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", String(box.textContent === label));
      option.textContent = label;
      option.addEventListener("mousedown", (event) => event.preventDefault());
      option.addEventListener("click", () => { onChoose(label); close(); });
      list.append(option);
    }
    $("portal").replaceChildren(list);
    $("portal").hidden = false;
    box.setAttribute("aria-expanded", "true");
    return list;
  };
  box.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  return { open, close, isOpen: () => box.getAttribute("aria-expanded") === "true" };
};
const fruit = popup($("fruit"), "fruit-list", ["Apple", "Banana", "Cherry"], (label) => { $("fruit").textContent = label; });
$("fruit").addEventListener("mousedown", () => later(() => (fruit.isOpen() ? fruit.close() : fruit.open())));
const country = popup($("country"), "country-list", ["France", "Spain"], (label) => { $("country").textContent = label; });
$("country").addEventListener("click", () => (country.isOpen() ? country.close() : country.open()));
const cities = ["Amsterdam", "Antwerp", "Berlin", "Bern"];
const city = popup($("city"), "city-list", cities, (label) => { $("city").value = label; });
$("city").addEventListener("input", () => { const typed = $("city").value.toLowerCase(); setTimeout(() => { const found = cities.filter((each) => typed && each.toLowerCase().startsWith(typed)); if (found.length) city.open(found); else city.close(); }, 120); });

/* Only what shows of a long list is there. */
const years = Array.from({ length: 400 }, (_, index) => String(2026 - index));
const year = popup($("year"), "year-list", [], (label) => { $("year").textContent = label; });
$("year").addEventListener("click", () => {
  if (year.isOpen()) return year.close();
  const list = year.open();
  list.style.cssText = "position:relative;height:100px;width:80px;overflow:auto";
  const draw = () => {
    const first = Math.floor(list.scrollTop / 20);
    const spacer = document.createElement("li");
    spacer.setAttribute("role", "none");
    spacer.style.height = "8000px";
    list.replaceChildren(spacer, ...years.slice(first, first + 6).map((label, index) => {
      const option = document.createElement("li");
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", String($("year").textContent === label));
      option.textContent = label;
      option.style.cssText = `position:absolute;top:${(first + index) * 20}px;height:20px`;
      option.addEventListener("click", () => { $("year").textContent = label; year.close(); });
      return option;
    }));
  };
  list.addEventListener("scroll", draw);
  draw();
});

const move = (thumb, value, step = 1) => {
  const now = Math.round(Math.min(Number(thumb.ariaValueMax), Math.max(Number(thumb.ariaValueMin), value)) / step) * step;
  thumb.setAttribute("aria-valuenow", String(now));
  if (thumb.matches(".thumb")) thumb.style.left = `${now}%`;
  else thumb.textContent = String(now);
};
const KEYS = { ArrowRight: 2, ArrowUp: 2, ArrowLeft: -2, ArrowDown: -2, PageUp: 20, PageDown: -20 };
$("slider").addEventListener("keydown", ({ key }) => {
  if (key in KEYS) move($("slider"), Number($("slider").ariaValueNow) + KEYS[key]);
  if (key === "Home") move($("slider"), 0);
  if (key === "End") move($("slider"), 100);
});
$("spin").addEventListener("keydown", ({ key }) => { if (key === "ArrowUp" || key === "ArrowDown") move($("spin"), Number($("spin").ariaValueNow) + (key === "ArrowUp" ? 1 : -1)); });
$("spin-field").addEventListener("input", () => $("spin-field").setAttribute("aria-valuenow", $("spin-field").value));
let dragged = false;
$("drag").addEventListener("pointerdown", () => { dragged = true; });
addEventListener("pointermove", (event) => { if (!dragged) return; const track = $("drag-track").getBoundingClientRect(); move($("drag"), ((event.clientX - track.left) / track.width) * 100); });
addEventListener("pointerup", () => { dragged = false; });

$("tabs").addEventListener("click", (event) => { for (const tab of $("tabs").children) tab.setAttribute("aria-selected", String(tab === event.target)); });
$("accordion").addEventListener("click", () => { flip($("accordion"), "aria-expanded"); $("panel").hidden = !$("panel").hidden; });
const unfold = (open) => { $("branch").setAttribute("aria-expanded", String(open)); $("branch").querySelector("ul").hidden = !open; };
$("branch").addEventListener("keydown", ({ key }) => { if (key === "ArrowRight") unfold(true); if (key === "ArrowLeft") unfold(false); });
$("tree").addEventListener("click", (event) => { const item = event.target.closest("[role=treeitem]"); for (const each of $("tree").querySelectorAll("[role=treeitem]")) each.setAttribute("aria-selected", String(each === item)); });
$("grid").addEventListener("click", (event) => {
  const row = event.target.closest("[role=row]");
  if (event.ctrlKey) return flip(row, "aria-selected");
  for (const each of $("grid").querySelectorAll("[role=row]")) each.setAttribute("aria-selected", String(each === row));
});
$("attach").addEventListener("click", () => $("attached").click());
