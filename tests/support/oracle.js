// What a document shows by the browser's own account, `innerText`, after the few things were written out that a person sees and
// `innerText` does not tell: which option is chosen, what is on a button, where a box in a line ends. It changes the document,
// and shares nothing with what it is compared to.
() => {
  const shows = (element) => element.checkVisibility({ visibilityProperty: true });
  const say = (element, words) => element.before(document.createTextNode(` ${words} `));
  for (const box of [...document.querySelectorAll("body *")]) {
    const style = getComputedStyle(box);
    const sides = ["paddingLeft", "paddingRight", "marginLeft", "marginRight", "borderLeftWidth", "borderRightWidth"];
    const isApart = box.localName === "button" || sides.some((side) => parseFloat(style[side]) > 0);
    if (!style.display.startsWith("inline-") || !isApart || /^(input|select|textarea|img)$/.test(box.localName)) continue;
    box.before(document.createTextNode(" "));
    box.after(document.createTextNode(" "));
  }
  for (const select of [...document.querySelectorAll("select")]) {
    const shown = select.multiple || select.size > 1 ? [...select.options] : [...select.selectedOptions];
    if (shows(select)) say(select, shown.map((option) => option.label).join(" "));
    select.style.setProperty("display", "none", "important");
  }
  for (const button of [...document.querySelectorAll("input[type=submit], input[type=button], input[type=reset]")]) {
    if (shows(button)) say(button, button.getAttribute("value") ?? "");
  }
  for (const field of [...document.querySelectorAll("textarea, [contenteditable=''], [contenteditable=true]")]) {
    field.style.setProperty("display", "none", "important");
  }
  return document.body.innerText;
};
