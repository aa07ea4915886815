// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them, and elements of the page. All text of a run gets in as text, never as HTML.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

function copyAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function renewNodes(place, fresh) {
  fresh.forEach((node, n) => {
    const old = place.childNodes[n];
    if (!old) place.append(node);
    else if (old.nodeName !== node.nodeName) old.replaceWith(node);
    else if (node.nodeType === Node.TEXT_NODE) {
      if (old.data !== node.data) old.data = node.data;
    } else {
      copyAttributes(old, node);
      renewNodes(old, [...node.childNodes]);
    }
  });
  while (place.childNodes.length > fresh.length) place.lastChild.remove();
}

// As replaceChildren, but elements stay and only what has changed in them is written, so that a reader keeps the position in
// the page: focus, selection, scrolling, and the place in a table where a screen reader is. For elements without listeners.
export function renew(place, ...children) {
  const fresh = document.createDocumentFragment();
  fresh.append(...children);
  renewNodes(place, [...fresh.childNodes]);
}

export function number(value, digits = 4) {
  if (value === null || value === undefined) return "-";
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return String(value);
  if (value !== 0 && Math.abs(value) < 1e-3) return Number(value).toExponential(digits - 1).replace(/\.?0*e/, "e");
  const text = Number(value).toPrecision(digits);
  return text.includes("e") ? text : String(Number(text));
}

export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "-";
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  const two = (n) => String(n).padStart(2, "0");
  if (s < 3600) return `${Math.floor(s / 60)} m ${two(s % 60)} s`;
  return `${Math.floor(s / 3600)} h ${two(Math.floor((s % 3600) / 60))} m`;
}

export function scaled(value, unit) {
  if (value === null || value === undefined) return "-";
  const prefixes = ["", "k", "M", "G", "T", "P"];
  let n = 0;
  while (value >= 1000 && n < 5) {
    value /= 1000;
    n += 1;
  }
  return `${n ? value.toFixed(1) : number(value)} ${prefixes[n]}${unit}`;
}

export const percent = (fraction) =>
  fraction === null || fraction === undefined ? "-" : `${(100 * fraction).toFixed(1)} %`;

// columns: [heading, cell of a row, whether it is a number]
export function table(caption, columns, rows) {
  const cell = (kind, text, isNumber) => element(kind, { class: isNumber && "number", scope: kind === "th" && "col" }, text);
  const head = element("tr", {}, ...columns.map(([heading, , isNumber]) => cell("th", heading, isNumber)));
  const body = rows.map((row) => element("tr", {}, ...columns.map(([, of, isNumber]) => cell("td", of(row), isNumber))));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body)));
}
