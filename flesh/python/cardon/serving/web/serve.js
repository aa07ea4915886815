// SPDX-License-Identifier: Apache-2.0
// The list of runs, and below it one run or several side by side. The token is the part of the address after #.
const token = decodeURIComponent(location.hash.slice(1));
const at = (id) => document.getElementById(id);
const chosen = new Set();
const max_pictures = 24, max_figures = 12;
let pictures = [];

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

function complain(text) {
  at("problem").hidden = !text;
  at("problem").textContent = text || "";
}

// One line for those who do not see what changed.
function announce(text) {
  at("news").textContent = text;
}

const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

async function request(path, query = []) {
  const response = await fetch(`/api/v1/${path}?${new URLSearchParams(query)}`, { headers: { Authorization: `Bearer ${token}` }, cache: "no-store" });
  if (response.ok) return response;
  throw new Error((await response.json().catch(() => ({}))).error || `the server answers ${response.status}`);
}

const get = async (path, query) => (await request(path, query)).json();

function table(caption, headings, rows) {
  return element("table", {}, element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...headings.map((h) => element("th", { scope: "col" }, h)))), element("tbody", {}, ...rows));
}

function choose(name, wanted) {
  if (wanted) chosen.add(name);
  else chosen.delete(name);
  at("compare").disabled = chosen.size < 2;
}

async function search() {
  const words = at("where").value.split(/\s+/).filter(Boolean);
  try {
    const runs = await get("runs", words.map((word) => ["where", word]));
    const extra = runs.length ? Object.keys(runs[0]).filter((key) => !["run", "title", "status", "iterations", "time", "ranks", "started"].includes(key)) : [];
    for (const name of [...chosen]) if (!runs.some((r) => r.run === name)) choose(name, false);
    const rows = runs.map((r) => element("tr", {},
      element("td", {}, element("input", { type: "checkbox", "aria-label": `Compare ${r.run}`, checked: chosen.has(r.run),
        onchange: (event) => choose(r.run, event.target.checked) })),
      element("td", {}, element("button", { type: "button", "data-run": r.run, onclick: () => open(r.run) }, r.run)),
      ...["title", "status", "iterations", "time", "ranks"].map((key) => element("td", {}, r[key] ?? "")),
      element("td", {}, r.started.slice(0, 19).replace("T", " ")), ...extra.map((key) => element("td", {}, r[key] ?? ""))));
    at("runs").replaceChildren(table(counted(runs.length, "run"),
      ["compare", "run", "title", "status", "iterations", "time [s]", "ranks", "started", ...extra], rows));
    complain("");
    announce(`${counted(runs.length, "run")} found`);
  } catch (error) {
    complain(error.message);
  }
}

function clear() {
  pictures.forEach((url) => URL.revokeObjectURL(url));
  pictures = [];
}

async function show(name, file) {
  const url = URL.createObjectURL(await (await request("picture", [["run", name], ["file", file]])).blob());
  pictures.push(url);
  return element("figure", {}, element("img", { src: url, alt: `${file} of ${name}`, "data-file": file }), element("figcaption", { class: "quiet" }, file));
}

const parameters = (names, rows) => table("Parameters", ["parameter", ...names], rows.map((row) =>
  element("tr", { class: row.differs && "differs" }, element("td", {}, row.name), ...row.values.map((v) => element("td", {}, v ?? "-")))));

async function open(name) {
  try {
    const [run, rows] = [await get("run", [["run", name]]), await get("compare", [["run", name]])];
    const progress = run.iteration === null ? "" : `iteration ${run.iteration}${run.last_iteration === null ? "" : ` of ${run.last_iteration}`}`;
    clear();
    const figures = run.pictures.filter((file) => file.startsWith("plots/")), slices = run.pictures.filter((file) => !file.startsWith("plots/"));
    const files = [...figures.slice(0, Math.max(max_figures, max_pictures - slices.length)), ...slices].slice(0, max_pictures);
    at("detail").replaceChildren(element("h2", {}, run.title || name), element("p", {}, `${run.status}${progress ? `, ${progress}` : ""}`),
      element("p", { class: "quiet" }, run.folder),
      ...run.warnings.map((text) => element("pre", {}, text)),
      element("div", { class: "pictures" }, ...await Promise.all(files.map((file) => show(name, file)))),
      files.length ? "" : element("p", {}, `There are no pictures yet. cardon plot ${run.folder} draws them.`),
      element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Parameters" }, parameters([name], rows)));
    announce(`Run ${name} is shown below the list: ${run.status}, ${counted(files.length, "picture")}, ${counted(rows.length, "parameter")}.`);
    complain("");
  } catch (error) {
    complain(error.message);
  }
}

async function compare() {
  try {
    const names = [...chosen];
    const rows = await get("compare", names.map((name) => ["run", name]));
    clear();
    const place = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Comparison" });
    const fill = (all) => place.replaceChildren(parameters(names, all ? rows : rows.filter((row) => row.differs)));
    const box = element("input", { type: "checkbox", id: "all", onchange: (event) => fill(event.target.checked) });
    at("detail").replaceChildren(element("h2", {}, "Parameters side by side"),
      element("p", {}, box, element("label", { for: "all" }, " also those that are equal")), place);
    fill(false);
    announce(`${counted(rows.filter((row) => row.differs).length, "parameter")} of ${names.length} runs differ.`);
    complain("");
  } catch (error) {
    complain(error.message);
  }
}

at("search").addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
at("compare").addEventListener("click", compare);
if (token) search();
else complain("The address lacks its token, the part after #; cardon serve prints it.");
