/* A stage of things that only pixels show, drawn in one of three ways, and ways to change it.
   Whoever presses a thing is heard: `heard` has the names of what was pressed, and #out the last of them. */
const ICONS = {
  star: "M12 1l3 8h8l-6.500 5 2.500 8-7-5-7 5 2.500-8L1 9h8z",
  heart: "M12 22C4 16 1 12 1 8a5.500 5.500 0 0 1 11-2 5.500 5.500 0 0 1 11 2c0 4-3 8-11 14z",
  cross: "M3 6l3-3 6 6 6-6 3 3-6 6 6 6-3 3-6-6-6 6-3-3 6-6z",
  house: "M12 2L1 12h3v10h6v-7h4v7h6V12h3z",
  flag: "M4 1h3v22H4zM8 3h13l-4 5 4 5H8z",
};
const BLUE = "#0a5ac8";
const heard = [];
let things = [];
let draw = () => undefined;
let stage = null;

const find = (name) => things.find((thing) => thing.name === name);
const hear = (name) => {
  heard.push(name);
  document.getElementById("out").value = name;
  draw();
};
const at = (x, y) => things.findLast((thing) => x >= thing.x && x < thing.x + thing.w && y >= thing.y && y < thing.y + thing.h);

/** A canvas, redrawn as a whole whenever anything changes. `status`: whether it says what was pressed last. */
function onCanvas(given, { width = 360, height = 240, back = "#ffffff", status = false } = {}) {
  things = given;
  const make = () => {
    const fresh = Object.assign(document.createElement("canvas"), { id: "stage", width, height });
    fresh.onclick = ({ clientX, clientY }) => {
      const box = fresh.getBoundingClientRect();
      const thing = at(((clientX - box.left) * width) / box.width, ((clientY - box.top) * height) / box.height);
      if (thing) hear(thing.name);
    };
    return fresh;
  };
  draw = () => {
    const pen = stage.getContext("2d");
    pen.fillStyle = back;
    pen.fillRect(0, 0, width, height);
    for (const thing of things) paint(pen, thing);
    if (status) write(pen, `Chosen: ${heard.at(-1) ?? "nothing"}`, 20, height - 14, "#202020", "left");
  };
  place(make);
}

function write(pen, text, x, y, colour, align = "center") {
  pen.fillStyle = colour;
  pen.font = "18px sans-serif";
  pen.textAlign = align;
  pen.fillText(text, x, y);
}

function paint(pen, { text = "", icon, bar, label, colour = BLUE, ink = "#ffffff", x, y, w, h }) {
  if (icon) {
    pen.save();
    pen.translate(x, y);
    pen.scale(w / 24, h / 24);
    pen.fillStyle = colour;
    pen.fill(new Path2D(ICONS[icon]));
    pen.restore();
  } else {
    pen.fillStyle = colour;
    pen.fillRect(x, bar ? y + h - bar : y, w, bar ?? h);
    if (text) write(pen, text, x + w / 2, y + h / 2 + 6, ink);
  }
  if (label) write(pen, label, x + w / 2, y + h + 20, "#202020");
}

/** Elements without a word: buttons with a figure or a picture in them. `weak`: they are no buttons, they only listen. */
function asElements(given, { weak = false } = {}) {
  things = given;
  const make = () => Object.assign(document.createElement("div"), { id: "stage" });
  const fill = (element, thing) => {
    const { icon, text, colour = BLUE, x, y, w, h } = thing;
    element.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:${w}px;height:${h}px;padding:0;border:0;background:none`;
    const figure = `<svg viewBox="-3 -3 30 30" width="${w}" height="${h}" fill="${colour}"><path d="${ICONS[icon]}"/></svg>`;
    element.innerHTML = icon ? figure : `<img alt="" width="${w}" height="${h}" src="${pictureOf(thing, text)}">`;
    element.onclick = () => hear(thing.name);
  };
  draw = () => {
    // As frameworks do without keys: the elements stay, and what they show and do passes from one to another.
    while (stage.children.length > things.length) stage.lastChild.remove();
    while (stage.children.length < things.length) stage.append(document.createElement(weak ? "div" : "button"));
    things.forEach((thing, index) => fill(stage.children[index], thing));
  };
  place(make);
}

function pictureOf({ w, h, colour = BLUE, ink = "#ffffff" }, text) {
  const words = `<text x="${w / 2}" y="${h / 2 + 6}" text-anchor="middle" font-family="sans-serif" font-size="18" fill="${ink}">${text}</text>`;
  return svg(w, h, `<rect width="${w}" height="${h}" fill="${colour}"/>${words}`);
}

const svg = (w, h, inside) => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${inside}</svg>`)}`;

/** One picture with an area for each thing. */
function asMap(given, { width = 360, height = 240 } = {}) {
  things = given;
  const make = () => {
    const fresh = Object.assign(document.createElement("div"), { id: "stage" });
    fresh.innerHTML = `<img alt="" usemap="#areas" width="${width}" height="${height}" style="display:block"><map name="areas"></map>`;
    return fresh;
  };
  draw = () => {
    const inside = things.map(({ text, x, y, w, h, colour = "#e4ecf8" }) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${colour}"/>
      <text x="${x + w / 2}" y="${y + h / 2 + 6}" text-anchor="middle" font-family="sans-serif" font-size="18" fill="#102030">${text}</text>`);
    stage.querySelector("img").src = svg(width, height, inside.join(""));
    stage.querySelector("map").replaceChildren(
      ...things.map(({ name, x, y, w, h }) => {
        const area = Object.assign(document.createElement("area"), { shape: "rect", coords: [x, y, x + w, y + h].join(), href: "#" });
        area.onclick = (event) => { event.preventDefault(); hear(name); };
        return area;
      }),
    );
  };
  place(make);
}

function place(make) {
  const put = () => {
    const fresh = make();
    if (stage) stage.replaceWith(fresh);
    else document.body.prepend(fresh);
    stage = fresh;
    draw();
  };
  CHANGES.redrawn = put;
  put();
}

const trade = (one, other) => {
  [one.x, one.y, other.x, other.y] = [other.x, other.y, one.x, one.y];
};
const cover = (style, words = "") => {
  const { left, top, width, height } = stage.getBoundingClientRect();
  const sheet = Object.assign(document.createElement("div"), { id: "sheet", textContent: words });
  sheet.style.cssText = `position:absolute;z-index:9;left:${left + scrollX}px;top:${top + scrollY}px;width:${Math.max(width, 400)}px;height:${Math.max(height, 260)}px;${style}`;
  sheet.onclick = () => hear("sheet");
  document.body.append(sheet);
};
/** The next thing after the one that is meant. */
const next = (thing) => things[(things.indexOf(thing) + 1) % things.length];

/** What may become of a stage; each takes the thing that somebody holds a handle of. */
const CHANGES = {
  nothing: () => undefined,
  moved: (thing) => Object.assign(thing, { x: 230, y: 165 }),
  reordered: () => {
    const places = things.map(({ x, y }) => ({ x, y }));
    places.push(places.shift());
    things.forEach((thing, index) => Object.assign(thing, places[index]));
  },
  passedOn: (thing) => {
    const other = next(thing);
    const [one, two] = [things.indexOf(thing), things.indexOf(other)];
    trade(thing, other);
    [things[one], things[two]] = [things[two], things[one]];
  },
  renamed: (thing) => Object.assign(thing, thing.icon ? { icon: "flag" } : { text: thing.text && "Archive", label: thing.label && "Dec" }),
  removed: (thing) => { things = things.filter((each) => each !== thing); },
  removedAndClosedUp: (thing) => {
    const { x, y } = thing;
    const other = next(thing);
    things = things.filter((each) => each !== thing);
    Object.assign(other, { x, y });
  },
  coveredByGlass: () => cover(""),
  covered: () => cover("background:#f4f4f4;font:18px sans-serif;padding:40px;box-sizing:border-box", "One moment"),
  scaled: () => { stage.style.cssText += stage.matches("canvas") ? ";width:504px;height:336px" : ";zoom:1.4"; },
  recoloured: () => things.forEach((thing) => Object.assign(thing, { colour: "#7a2f10" })),
  swapped: (thing) => trade(thing, next(thing)),
  looksSwapped: (thing) => {
    const other = next(thing);
    for (const look of ["text", "icon", "bar", "colour"]) {
      if (thing.label && look === "text") continue;
      [thing[look], other[look]] = [other[look], thing[look]];
    }
    // What a thing says is what it does: only bars keep their names when they grow.
    if (!thing.label) [thing.name, other.name] = [other.name, thing.name];
  },
  twin: (thing) => things.push({ ...thing, name: "twin", x: 230, y: 165 }),
  replacedByLookalike: (thing) => {
    const like = thing.icon ? { colour: "#062f68" } : { text: thing.text && `${thing.text}s`, label: thing.label && `${thing.label}c` };
    things = things.map((each) => (each === thing ? { ...thing, ...like, name: "lookalike" } : each));
  },
  lookalikeElsewhere: (thing) => {
    const like = thing.icon ? { colour: "#062f68" } : { text: thing.text && `${thing.text}s`, label: thing.label && `${thing.label}c` };
    things = [...things.filter((each) => each !== thing), { ...thing, ...like, name: "lookalike", x: 230, y: 165 }];
  },
  redrawn: () => undefined,
  redrawnAndSwapped: (thing) => {
    CHANGES.passedOn(thing);
    CHANGES.redrawn();
  },
  redrawnOutOfSight: () => {
    CHANGES.redrawn();
    scrollTo(0, document.documentElement.scrollHeight);
  },
};

/** Change it, and wait until it is painted. */
async function change(name, held) {
  CHANGES[name](find(held));
  draw();
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
}
