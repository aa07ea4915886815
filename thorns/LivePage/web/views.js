// SPDX-License-Identifier: Apache-2.0
// The views of a run. Each has name, title, and show(place, state), called when it is opened and when there is news.
import { get, request, steeringToken } from "./api.js";
import { curve } from "./curves.js";
import { steering } from "./steering.js";
import { element, number, percent, renew, scaled, table } from "./words.js";

async function curves(place) {
  const { columns, rows } = await get("scalars");
  if (!columns.length || !rows.length) {
    place.replaceChildren(element("p", {}, "The run writes no scalars, or none yet (output.scalars)."));
    return;
  }
  const x = columns.findIndex((name) => name.startsWith("time"));
  const xs = rows.map((row) => row[x]);
  const figures = columns.flatMap((name, c) => c === x || name === "iteration" ? [] : [element("figure", {},
    element("figcaption", {}, element("strong", {}, name), element("span", { class: "newest", "data-column": name }, number(rows[rows.length - 1][c], 10))),
    curve(name, xs, rows.map((row) => row[c])))]);
  renew(place, element("p", { class: "quiet" }, `Over ${columns[x]}.`), element("div", { class: "curves" }, ...figures));
}

const slices = {
  chosen: null,
  iteration: null,
  picture: null,

  async show(place) {
    const series = await get("slices");
    if (!series.length) {
      place.replaceChildren(element("p", {}, "The run writes no slices, or none yet (output.slices)."));
      return;
    }
    const one = series.find((s) => s.name === this.chosen) || series[0];
    const newest = one.pictures[one.pictures.length - 1];
    const wanted = one.pictures.find((p) => p.iteration === this.iteration) || newest;
    if (!place.querySelector("img")) this.build(place);
    const image = place.querySelector("img");
    this.options(place.querySelector("#series"), series.map((s) => [s.name, `${s.field}, plane ${s.plane}`]), one.name);
    this.options(place.querySelector("#iteration"),
      [["", "newest"], ...one.pictures.map((p) => [String(p.iteration), String(p.iteration)]).reverse()], this.iteration === null ? "" : String(this.iteration));
    if (image.dataset.file === wanted.file) return;
    const bytes = await (await request(`slices/${wanted.file}`)).blob();
    if (!place.isConnected) return;
    if (this.picture) URL.revokeObjectURL(this.picture);
    this.picture = URL.createObjectURL(bytes);
    image.src = this.picture;
    image.alt = `${one.field} in the plane ${one.plane} at iteration ${wanted.iteration}`;
    image.dataset.file = wanted.file;
  },

  options(select, entries, chosen) {
    renew(select, ...entries.map(([value, text]) => element("option", { value }, text)));
    if (select.value !== chosen) select.value = chosen;   // screen readers say each new value, the same one too
  },

  build(place) {
    const choose = (key, convert) => (event) => {
      this[key] = convert(event.target.value);
      this.show(place);
    };
    place.replaceChildren(
      element("div", { class: "controls" },
        element("label", {}, "Field and plane", element("select", { id: "series", onchange: choose("chosen", String) })),
        element("label", {}, "Iteration", element("select", { id: "iteration", onchange: choose("iteration", (v) => v === "" ? null : Number(v)) }))),
      element("img", { class: "picture", alt: "" }));
  },
};

function machine(place, state) {
  renew(place,
    table("Sites", [["site", (s) => s.name], ["ranks", (s) => number(s.ranks), true]], state.sites),
    table("Links, as rank 0 sees them", [
      ["link", (l) => l.name],
      ["ghost layers", (l) => number(l.depth), true],
      ["codec", (l) => l.codec + (l.lossless ? "" : " (lossy)")],
      ["latency", (l) => l.latency_seconds === null ? "-" : `${number(1000 * l.latency_seconds)} ms`, true],
      ["bandwidth", (l) => scaled(l.bandwidth_bytes_per_second, "B/s"), true],
      ["exchanges", (l) => number(l.exchanges), true],
      ["sent", (l) => scaled(l.bytes_sent, "B"), true],
      ["ratio", (l) => number(l.ratio, 3), true],
      ["hidden", (l) => percent(l.hidden_fraction), true],
      ["exposed", (l) => `${number(l.exposed_seconds)} s`, true],
    ], state.links),
    state.ranks.length ? table(`Ranks${state.imbalance === null ? "" : `: imbalance ${number(state.imbalance, 3)} in the last report`}`, [
      ["rank", (r) => number(r.rank), true],
      ["points", (r) => number(r.owned_points), true],
      ["compute", (r) => `${number(r.compute_seconds)} s`, true],
      ["lately", (r) => `${number(r.recent_compute_seconds)} s`, true],
      ["exchange", (r) => `${number(r.exchange_seconds)} s`, true],
    ], state.ranks) : "",
    table("Where the time goes on rank 0", [
      ["activity", (a) => a.name],
      ["calls", (a) => number(a.calls), true],
      ["seconds", (a) => number(a.seconds), true],
    ], state.activities));
}

// An arrow in ASCII would break at its hyphen.
const arrows = (text) => text.replaceAll("->", "\u2192");

const milliseconds = (seconds) => `${number(1e3 * seconds, 3)} ms`;

// Why a plan was made: what was measured, what `auto` found, and what the plan promised.
function reasons(plan) {
  const { measured, choice, predicted } = plan;
  return [measured && `imbalance ${number(measured.imbalance, 3)}`,
    choice && choice.reasons && `chosen by the ${choice.by}: ${choice.reasons}`,
    predicted && plan.moves && plan.moves.length > 0 && `predicted ${milliseconds(predicted.after.seconds_per_step)} instead of ${milliseconds(predicted.before.seconds_per_step)} per step`]
    .filter(Boolean).join("; ");
}

function achieved(plan) {
  const after = plan.result && plan.result.seconds_per_step;
  return (plan.outcome || "") + (after ? `: ${milliseconds(after)} per step, imbalance ${number(plan.result.imbalance, 3)}` : "");
}

// Files have decisions in the order in which they were judged.
const newestFirst = (list) => list.reverse().sort((a, b) => b.step - a.step);

async function decisions(place) {
  const [changes, plans] = await Promise.all([get("decisions"), get("balance")]);
  if (!changes.length && !plans.length) {
    place.replaceChildren(element("p", {}, "No decision yet. Only runs with a tuner or a balancer make any."));
    return;
  }
  renew(place, ...(changes.length ? [table("Decisions of the tuner, newest first", [
    ["step", (d) => number(d.step), true],
    ["change", (d) => arrows(d.change || "")],
    ["why", (d) => arrows(d.why || "")],
    ["outcome", (d) => d.outcome || ""],
  ], newestFirst(changes))] : []), ...(plans.length ? [table("Plans of the balancer, newest first", [
    ["step", (p) => number(p.step), true],
    ["balancer", (p) => p.balancer || ""],
    ["blocks moved", (p) => number((p.moves || []).length), true],
    ["why", reasons],
    ["outcome", achieved],
  ], newestFirst(plans))] : []));
}

const named = (f) => f.field + (f.level < 0 ? " (next)" : f.level > 0 ? ` (past ${f.level})` : "");
const access = (list) => list.map((a) => named(a) +
  (a.radius && a.radius.some((r) => r) ? ` [${a.radius.join(", ")}]` : "")).join(", ");

const layers = (count) => `${count} layer${count === 1 ? "" : "s"}`;
const sent = (list) => list.map((f) => `${named(f)} ${layers(f.layers)}`).join(", ");

// Layers beyond the block are computed so that exchanges are rarer.
function planned(plan) {
  if (!plan.operations || !plan.operations.length) return [];
  const depths = plan.links.map((link) => `${link.name} ${layers(link.depth)}`).join(", ");
  const last = plan.operations[plan.operations.length - 1].step - plan.operations[0].step + 1;
  const turn = plan.steps === null ? `the first ${last} steps`
    : plan.steps === 1 ? "repeated every step"
      : `repeated every ${plan.steps} steps` + (last < plan.steps ? `, of which ${last} are shown` : "");
  return [table(`Plan of rank 0, ${turn} (ghost zones: ${depths}; without tasks of outputs)`, [
    ["step", (o) => number(o.step), true],
    ["operation", (o) => o.kind],
    ["task or link", (o) => o.task || o.link || ""],
    ["sent", (o) => (o.fields ? sent(o.fields) : "")],
    ...plan.links.map((link, n) => [`layers on ${link.name}`, (o) => (o.layers ? number(o.layers[n]) : ""), true]),
  ], plan.operations)];
}

async function schedule(place) {
  const [parts, plan] = await Promise.all([get("schedule"), get("plan")]);
  const news = JSON.stringify([parts, plan]);
  if (place.firstElementChild && place.firstElementChild.dataset.schedule === news) return;
  const columns = [["task", (t) => t.task], ["kind", (t) => t.kind], ["every", (t) => number(t.every), true],
    ["reads [stencil radius]", (t) => access(t.reads)], ["writes", (t) => access(t.writes)]];
  const titles = { initial: "Before the first step", step: "In every step", analysis: "For outputs", terminate: "At the end of the run" };
  place.replaceChildren(...Object.keys(titles).filter((key) => parts[key].length).map((key) => table(titles[key], columns, parts[key])),
    ...planned(plan));
  if (place.firstElementChild) place.firstElementChild.dataset.schedule = news;
}

async function parameters(place) {
  const all = await get("parameters");
  const list = element("div", {});
  const text = (value) => Array.isArray(value) ? `[${value.join(", ")}]` : String(value);
  const fill = (word) => list.replaceChildren(table("Parameters", [
    ["name", (p) => p.name],
    ["value", (p) => text(p.value) + (p.unit ? ` ${p.unit}` : "")],
    ["from", (p) => p.source],
    ["meaning", (p) => p.description],
  ], all.filter((p) => `${p.name} ${p.description}`.toLowerCase().includes(word.toLowerCase()))));
  const search = element("input", { type: "search", id: "search", oninput: (event) => fill(event.target.value) });
  place.replaceChildren(element("div", { class: "controls" }, element("label", {}, "Search", search)), list);
  fill("");
}

async function messages(place) {
  const [warnings, log] = await Promise.all([get("warnings"), get("log")]);
  const old = place.querySelector("pre.log");
  const atEnd = !old || old.scrollTop + old.clientHeight >= old.scrollHeight - 20;
  const pre = element("pre", { class: "log", tabindex: "0", "aria-label": "Log" }, log.text);
  renew(place, element("h3", {}, `Warnings: ${warnings.length}`),
    ...warnings.map((w) => element("pre", { class: "warning" }, w.text)), element("h3", {}, "Text of the screen"), pre);
  const shown = place.querySelector("pre.log");
  if (atEnd) shown.scrollTop = shown.scrollHeight;
}

// live: shown again when there is news.
export const views = [
  { name: "curves", title: "Curves", show: curves, live: true },
  { name: "slices", title: "Slices", show: (place) => slices.show(place), live: true },
  { name: "machine", title: "Machine", show: machine, live: true },
  { name: "decisions", title: "Decisions", show: decisions, live: true },
  { name: "schedule", title: "Schedule", show: schedule, live: true },
  { name: "parameters", title: "Parameters", show: parameters, live: false },
  { name: "messages", title: "Log", show: messages, live: true },
  ...(steeringToken ? [{ name: "steering", title: "Steering", show: (place) => steering.show(place), live: false }] : []),
];
