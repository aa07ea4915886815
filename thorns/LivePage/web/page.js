// SPDX-License-Identifier: Apache-2.0
// Progress at the top, one view below it.
import { follow, get, token } from "./api.js";
import { views } from "./views.js";
import { duration, element, number, percent, scaled } from "./words.js";

const at = (id) => document.getElementById(id);
const between_reloads = 2000;  // ms, of a view
let state = null, view = views[0], place = null, shown = 0, busy = null;

// Screen readers say these texts whenever they are set, even to what they were.
function put(id, text) {
  if (at(id).textContent !== text) at(id).textContent = text;
}

function tell(problem) {
  at("problem").hidden = !problem;
  put("problem", problem || "");
}

function figures() {
  const entries = [
    ["iteration", `${state.iteration} of ${state.last_iteration}`],
    ["time", `${number(state.time, 6)} ${state.time_unit}`],
    ["step", `${number(state.dt)} ${state.time_unit}`],
    ["done", percent(state.done)],
    ["time left", duration(state.seconds_left)],
    ["running for", duration(state.seconds)],
    ["speed", scaled(state.points_per_second, "point/s")],
  ];
  for (const [name, text] of entries) {
    const id = `figure-${name.replaceAll(" ", "-")}`;
    if (!at(id)) at("figures").append(element("div", {}, element("dt", {}, name), element("dd", { id })));
    put(id, text);
  }
}

function take(news) {
  state = news;
  document.title = `${percent(state.done)} ${state.title || "Cardon"}`;
  at("title").textContent = state.title || "Cardon";
  at("folder").textContent = state.folder;
  put("phase", state.phase);
  at("bar").value = state.done;
  figures();
  tell("");
  if (view.live && performance.now() - shown > between_reloads) show();
}

async function show() {
  if (!state || busy === place) return;
  const opened = busy = place;
  shown = performance.now();
  try {
    const focus = document.activeElement, label = at("main").contains(focus) && focus.getAttribute("aria-label");
    await view.show(opened, state);
    if (place === opened && label && !at("main").contains(document.activeElement)) opened.querySelector(`[aria-label="${CSS.escape(label)}"]`)?.focus();
  } catch (error) {
    if (place === opened) tell(error.message);
  }
  if (busy === opened) busy = null;
}

// Each time a view is opened it gets a place of its own: an answer that arrives after another view was opened changes nothing in sight.
function open(next) {
  view = next;
  place = element("div");
  for (const tab of at("tabs").querySelectorAll("[role=tab]")) {
    const chosen = tab.dataset.view === view.name;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
  }
  at("view").setAttribute("aria-labelledby", `tab-${view.name}`);
  at("view").replaceChildren(place);
  at("heading").textContent = view.title;
  show();
}

// Arrow keys go from tab to tab, as in the pattern of the ARIA Authoring Practices.
function walk(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = views[(views.indexOf(view) + step + views.length) % views.length];
  open(next);
  at(`tab-${next.name}`).focus();
}

function build() {
  for (const one of views)
    at("tabs").append(element("li", { role: "presentation" }, element("button", {
      role: "tab", id: `tab-${one.name}`, "data-view": one.name, "aria-controls": "view", onclick: () => open(one), onkeydown: walk,
    }, one.title)));
  open(view);
}

async function run() {
  build();
  if (!token) {
    put("phase", "no token");
    tell("The address lacks its token, the part after #. It is printed when the run starts, and is in page.json.");
    return;
  }
  for (;;) {
    try {
      await follow(take);
      put("phase", state && state.stop ? "stopped" : "ended");
      show();
      return;
    } catch (error) {
      if (state && state.phase === "ended") {
        put("phase", "ended");
        return;
      }
      put("phase", "no connection");
      tell(error.status === 401 ? "The token is not the one of this run." : `${error.message}; trying again`);
      if (error.status === 401) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await get("state").then(take).catch(() => {});
  }
}

run();
