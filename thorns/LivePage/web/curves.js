// SPDX-License-Identifier: Apache-2.0
// One quantity over time, drawn as SVG.
import { number } from "./words.js";

const WIDTH = 480, HEIGHT = 200, LEFT = 62, RIGHT = 10, TOP = 10, BOTTOM = 26;

function svg(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function range(values) {
  let low = Infinity, high = -Infinity;
  for (const v of values) {
    if (v === null) continue;
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  if (low > high) return [0, 1];
  if (low === high) return [low - Math.abs(low) / 2 - 1e-300, high + Math.abs(high) / 2 + 1e-300];
  return [low, high];
}

// xs and ys: numbers; null leaves a gap.
export function curve(label, xs, ys) {
  const [x0, x1] = range(xs), [y0, y1] = range(ys);
  const px = (x) => LEFT + ((x - x0) / (x1 - x0 || 1)) * (WIDTH - LEFT - RIGHT);
  const py = (y) => HEIGHT - BOTTOM - ((y - y0) / (y1 - y0 || 1)) * (HEIGHT - TOP - BOTTOM);
  let path = "", pen = "M";
  ys.forEach((y, n) => {
    if (y === null || xs[n] === null) {
      pen = "M";
      return;
    }
    path += `${pen}${px(xs[n]).toFixed(1)} ${py(y).toFixed(1)}`;
    pen = "L";
  });
  const newest = ys.length ? number(ys[ys.length - 1]) : "no value yet";
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${label}: from ${number(y0)} to ${number(y1)}, now ${newest}` });
  drawn.append(
    svg("rect", { class: "frame", x: LEFT, y: TOP, width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM }),
    svg("text", { x: LEFT - 6, y: TOP + 10, "text-anchor": "end" }, number(y1, 3)),
    svg("text", { x: LEFT - 6, y: HEIGHT - BOTTOM, "text-anchor": "end" }, number(y0, 3)),
    svg("text", { x: LEFT, y: HEIGHT - 8 }, number(x0, 3)),
    svg("text", { x: WIDTH - RIGHT, y: HEIGHT - 8, "text-anchor": "end" }, number(x1, 3)),
    svg("path", { class: "curve", d: path }));
  return drawn;
}
