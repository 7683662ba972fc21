/* Draw on a canvas what an application would: buttons, words, a slider. Each drawing begins on a white sheet. */
let pen;

function on(name, draw) {
  const sheet = document.getElementById(name);
  pen = sheet.getContext("2d");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, sheet.width, sheet.height);
  draw();
}

function words(x, y, text, size = 18) {
  pen.fillStyle = "#202020";
  pen.font = `${size}px sans-serif`;
  pen.textAlign = "left";
  pen.fillText(text, x, y);
}

function button(x, y, width, height, text) {
  pen.fillStyle = "#0a5ac8";
  pen.fillRect(x, y, width, height);
  pen.fillStyle = "#ffffff";
  pen.font = "18px sans-serif";
  pen.textAlign = "center";
  pen.fillText(text, x + width / 2, y + height / 2 + 6);
}

function star(x, y, size = 14) {
  pen.fillStyle = "#c03020";
  pen.beginPath();
  for (let point = 0; point < 10; point += 1) {
    const reach = point % 2 ? size / 2 : size;
    const angle = (point * Math.PI) / 5 - Math.PI / 2;
    pen.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  }
  pen.fill();
}
