/* Draws a sheet: words as pixels, on a plain ground, on buttons, or on something like a photograph. */
function photograph(pen, width, height, tone) {
  const sky = pen.createLinearGradient(0, 0, width, height);
  tone.forEach((color, at) => sky.addColorStop(at / (tone.length - 1), color));
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
  let seed = 7;
  const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let blob = 0; blob < 60; blob += 1) {
    pen.globalAlpha = 0.1 + 0.12 * chance();
    pen.fillStyle = chance() < 0.5 ? tone[0] : tone[tone.length - 1];
    pen.beginPath();
    pen.ellipse(width * chance(), height * chance(), 30 + 120 * chance(), 20 + 70 * chance(), 3 * chance(), 0, 7);
    pen.fill();
  }
  for (let grain = 0; grain < 9000; grain += 1) {
    pen.globalAlpha = 0.1;
    pen.fillStyle = chance() < 0.5 ? "#000" : "#fff";
    pen.fillRect(width * chance(), height * chance(), 2, 2);
  }
  pen.globalAlpha = 1;
}

function face(pen, x, middle, width, size, color) {
  pen.fillStyle = color;
  pen.beginPath();
  pen.roundRect(x - size, middle - size * 1.1, width + 2 * size, size * 2.2, size / 3);
  pen.fill();
}

function draw(sheet) {
  const canvas = document.querySelector("canvas");
  const ratio = devicePixelRatio;
  canvas.width = sheet.width * ratio;
  canvas.height = sheet.height * ratio;
  canvas.style.cssText = `display:block;width:${sheet.width}px;height:${sheet.height}px`;
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  photograph(pen, sheet.width, sheet.height, sheet.ground);
  if (new Set(sheet.ground).size === 1) {
    pen.fillStyle = sheet.ground[0];
    pen.fillRect(0, 0, sheet.width, sheet.height);
  }
  pen.textBaseline = "middle";
  for (const line of sheet.lines) {
    pen.font = line.font;
    let { x } = line;
    for (const text of line.texts) {
      const { width } = pen.measureText(text);
      if (line.face) face(pen, x, line.middle, width, line.size, line.face);
      pen.fillStyle = line.ink;
      pen.fillText(text, x, line.middle);
      x += line.step || width + line.gap * line.size;
    }
  }
}

draw(JSON.parse(document.querySelector("#sheet").textContent));
