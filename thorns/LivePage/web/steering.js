// SPDX-License-Identifier: Apache-2.0
// The view that changes the run.
import { get, steer } from "./api.js";
import { element } from "./words.js";

const text = (value) => Array.isArray(value) ? `[${value.join(", ")}]` : String(value);

const actions = { pause: "paused", continue: "continued", step: "one step", checkpoint: "checkpoint", replan: "planned again", stop: "stopped" };
const said = (answer) => [`After iteration ${answer.iteration}: `,
  answer.changed ? answer.changed.map((c) => `${c.parameter} = ${c.value} (was ${c.before})`).join(", ") : actions[answer.do] || answer.do].join("");

// A field whose value was refused says so, and why, whenever it gets the focus.
function mark(field) {
  if (field.hasAttribute("aria-invalid")) return;
  field.dataset.about = field.getAttribute("aria-describedby") || "";
  field.setAttribute("aria-describedby", `steering-result ${field.dataset.about}`.trim());
  field.setAttribute("aria-invalid", "true");
}

function unmark(field) {
  field.removeAttribute("aria-invalid");
  field.setAttribute("aria-describedby", field.dataset.about);
}

// What the person typed stays while the view is open; only what the run does now is shown again.
export const steering = {
  place: null,

  // `field` is where the value was typed, if it was in one.
  async ask(what, field) {
    const result = this.place.querySelector("#steering-result"), refusal = this.place.querySelector("#steering-refusal");
    result.textContent = "Waiting for the run ...";
    refusal.hidden = true;
    this.place.querySelectorAll("[aria-invalid]").forEach(unmark);
    try {
      result.textContent = said(await steer(what));
      if (what.set) await this.fill();
    } catch (error) {
      result.textContent = `Refused: ${error.message.split("\n")[0]}`;   // which screen readers say
      refusal.textContent = error.message;
      refusal.hidden = false;
      if (field) mark(field);
    }
  },

  button(id, title, what, field) {
    return element("button", { id: `steering-${id}`, onclick: () => {
      const wanted = what();
      if (wanted) this.ask(wanted, field);
    } }, title);
  },

  // Fields stay, and so does what was typed in them and not yet sent.
  async fill() {
    const all = (await get("parameters")).filter((p) => p.steerable);
    const fields = [...this.place.querySelectorAll("[data-key]")];
    if (fields.map((field) => field.dataset.key).join() === all.map((p) => p.key).join()) {
      fields.forEach((field, n) => {
        const now = text(all[n].value);
        if (field.value === field.dataset.shown) field.value = now;
        field.dataset.shown = now;
      });
      return;
    }
    const rows = all.map((p) => {
      const input = element("input", { "aria-label": `${p.key}${p.unit ? `, in ${p.unit}` : ""}`, "aria-describedby": `about-${p.key}`, "aria-errormessage": "steering-refusal", "data-key": p.key, "data-shown": text(p.value), value: text(p.value) });
      const change = () => {
        input.dataset.shown = input.value;
        this.ask({ set: [`${p.key}=${input.value}`] }, input);
      };
      input.addEventListener("keydown", (event) => event.key === "Enter" && change());
      return element("tr", {}, element("td", {}, p.name, element("p", { class: "quiet", id: `about-${p.key}` }, p.description)),
        element("td", {}, input, p.unit ? ` ${p.unit}` : ""),
        element("td", {}, element("button", { "aria-label": `Change ${p.key}`, onclick: change }, "Change")));
    });
    const head = element("tr", {}, ...["parameter", "value", "change"].map((name) => element("th", { scope: "col" }, name)));
    this.place.querySelector("#steering-table").replaceChildren(element("table", {},
      element("caption", {}, "Parameters that can change"), element("thead", {}, head), element("tbody", {}, ...rows)));
  },

  async show(place) {
    if (place.querySelector("#steering-result")) return;
    this.place = place;
    const other = element("input", { id: "steering-other", placeholder: "output.slices.range=[0, 1]", "aria-errormessage": "steering-refusal" });
    place.replaceChildren(
      element("div", { class: "controls" },
        this.button("pause", "Pause", () => ({ do: "pause" })), this.button("continue", "Continue", () => ({ do: "continue" })),
        this.button("step", "One step", () => ({ do: "step" })), this.button("checkpoint", "Checkpoint", () => ({ do: "checkpoint" })),
        this.button("replan", "Replan", () => ({ do: "replan" })),
        this.button("stop", "Stop", () => window.confirm("Stop the run after this step?") && { do: "stop" })),
      element("div", { id: "steering-answer" }, element("p", { id: "steering-result", role: "status" }),
        element("pre", { id: "steering-refusal", class: "warning", hidden: true })),
      element("div", { class: "scroll", id: "steering-table", tabindex: "0", role: "region", "aria-label": "Parameters that can change" }),
      element("div", { class: "controls" }, element("label", {}, "Another parameter", other),
        this.button("set", "Change", () => other.value && { set: [other.value] }, other)));
    await this.fill();
  },
};
