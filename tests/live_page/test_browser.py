#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A browser opens every view of the page of a run: its numbers are those of the files, keys go from view to view, a screen
reader finds names for everything, nothing comes from elsewhere, and nothing of the run becomes part of the page's code.
CARDON_SCREENSHOTS=DIR keeps pictures of the views."""
import json
import os
from pathlib import Path

from live_run import LiveRun
import accessible
import browser
import cardon_run
from browser import wait_for

browser.require()
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402

CONFIG = {
    "title": "<img src=x onerror=alert(1)> pulse",
    "thorns": ["WaveToy"],
    "grid": {"points": [24, 24, 24]},
    "time": {"stop": {"iterations": 100000000}},
    "output": {"scalars": {"every": 20}, "slices": {"every": 200}},
}
VIEWS = ("curves", "slices", "machine", "decisions", "schedule", "parameters", "messages")


class Page:
    def __init__(self, run, driver):
        self.run, self.driver = run, driver

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector="#view"):
        return self.driver.execute_script("return document.querySelector(arguments[0])?.innerText || ''", selector)

    def open(self, view):
        self.one(f"#tab-{view}").click()
        wait_for(lambda: self.one("#view").get_attribute("aria-labelledby") == f"tab-{view}" and self.text())
        accessible.check(self.driver, view)
        self.keep(view)

    def keep(self, name):
        if folder := os.environ.get("CARDON_SCREENSHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(str(Path(folder) / f"{name}.png"))


def check_progress(page):
    page.driver.get(f"{page.run.url}#{page.run.note['token']}")
    wait_for(lambda: page.text("#phase") == "running")
    first = int(page.text("#figure-iteration").split()[0])
    wait_for(lambda: int(page.text("#figure-iteration").split()[0]) > first)
    assert page.text("#figure-iteration").endswith("of 100000000")
    assert page.text("h1") == CONFIG["title"], "the title must be text"
    assert "time left" in page.text("#figures")


def check_curves(page):
    wait_for(lambda: len(page.run.get("scalars")["rows"]) > 2)
    page.open("curves")
    wait_for(lambda: page.all("[data-column]"))
    values = page.driver.execute_script(
        "return Object.fromEntries([...document.querySelectorAll('[data-column]')].map(o => [o.dataset.column, o.innerText]))")
    table = cardon_run.RunFolder(page.run.out).scalars
    assert set(values) == {"phi.min", "phi.max", "phi.l2"}, values
    for name, text in values.items():
        column = table[name]
        assert any(abs(float(text) - value) <= 1e-9 * abs(value) for value in column), (name, text)
    assert page.one("main svg").get_attribute("role") == "img"


def check_slices(page):
    wait_for(lambda: page.run.get("slices"))
    page.open("slices")
    image = wait_for(lambda: page.all("main img"))[0]
    wait_for(lambda: page.driver.execute_script("return arguments[0].naturalWidth", image) == 900)
    assert (page.run.out / "slices" / image.get_attribute("data-file")).is_file()
    assert "phi in the plane xy" in image.get_attribute("alt")


DECISION = {"step": 15, "change": "depth 1 -> 4 on link a-b", "why": "waiting took 99 % of a step", "outcome": "kept"}
BY_RANKS = {"step": 50, "change": "rank 0 sends lz4", "why": "messages are smaller", "outcome": "chosen by ranks"}
PLAN = {"step": 22, "balancer": "refine", "choice": {"by": "forest", "reasons": "imbalance 1.56", "votes": 0.2}, "moves": [[0, 1], [4, 1]],
        "measured": {"imbalance": 1.5594, "seconds_per_step": 0.0082}, "outcome": "moved",
        "predicted": {"before": {"seconds_per_step": 0.0082}, "after": {"seconds_per_step": 0.0053}},
        "result": {"imbalance": 1.046, "seconds_per_step": 0.0109}}
REFUSED = {"step": 48, "balancer": "greedy", "moves": [], "measured": {"imbalance": 1.01, "seconds_per_step": 0.0082},
           "predicted": {"before": {"seconds_per_step": 0}, "after": {"seconds_per_step": 0}}, "result": None, "choice": None,
           "outcome": "refused: it gains 0.3 %"}


def check_decisions(page):
    """Of a tuner and of a balancer, as a run with both has them in its files; those of ranks are there before that of the tuner is judged."""
    (page.run.out / "decisions.jsonl").write_text(json.dumps(BY_RANKS) + "\n" + json.dumps(DECISION) + "\n")
    (page.run.out / "balance.jsonl").write_text(json.dumps(PLAN) + "\n" + json.dumps(REFUSED) + "\n")
    wait_for(lambda: "Plans of the balancer" in page.text())
    cells = [cell.text for cell in page.all("#view td")]
    assert cells == [
        "50", "rank 0 sends lz4", "messages are smaller", "chosen by ranks",
        "15", "depth 1 \u2192 4 on link a-b", "waiting took 99 % of a step", "kept",
        "48", "greedy", "0", "imbalance 1.01", "refused: it gains 0.3 %",
        "22", "refine", "2", "imbalance 1.56; chosen by the forest: imbalance 1.56; predicted 5.3 ms instead of 8.2 ms per step",
        "moved: 10.9 ms per step, imbalance 1.05"], cells
    accessible.check(page.driver, "decisions")


def check_tables(page):
    page.open("machine")
    assert "intra" in page.text() and "WaveToy::evolve" in page.text()
    page.open("decisions")
    assert "No decision" in page.text()
    check_decisions(page)
    page.open("schedule")
    assert wait_for(lambda: "WaveToy::evolve" in page.text())
    assert wait_for(lambda: "end of step" in page.text() and "Plan of rank 0" in page.text())
    page.open("parameters")
    wait_for(lambda: "grid.points" in page.text())
    page.one("#search").send_keys("speed")
    wait_for(lambda: "grid.points" not in page.text() and "WaveToy::speed" in page.text())
    page.open("messages")
    assert wait_for(lambda: "Gaussian" in page.text() or "pulse" in page.text())


def check_keys(page):
    page.open("curves")
    page.one("#tab-curves").send_keys(Keys.ARROW_RIGHT)
    assert page.driver.switch_to.active_element.get_attribute("id") == "tab-slices"
    assert page.one("#view").get_attribute("role") == "tabpanel"
    assert [tab.get_attribute("aria-selected") for tab in page.all("[role=tab]")].count("true") == 1
    stops = accessible.tab_stops(page.driver)
    assert stops[0][0] == "Skip to content" and "tab-slices" in [name for name, _ in stops], stops
    assert all(seen for _, seen in stops), stops


# Answers arrive after 200 ms; those for the first view never, if it `hangs`. Clicks on the first view and soon after on the second
# one; says what was in sight below the title of the second one until `own` was, and problems.
HASTE = """let [first, second, pause, own, hangs, done] = arguments;
const at = (id) => document.getElementById(id);
const fetched = window.fetch, later = (ms) => new Promise((go) => setTimeout(go, ms)), seen = new Set();
window.fetch = async (...what) => {
  const answer = await (hangs ? new Promise(() => {}) : fetched(...what));
  await later(200);
  return answer;
};
const look = () => {
  if (!at("problem").hidden) seen.add(at("problem").textContent);
  if (at("view").getAttribute("aria-labelledby") === `tab-${second}`)
    for (const mark of [".curves", ".picture", "caption", "pre.log"]) if (at("view").querySelector(mark)) seen.add(mark);
};
const watch = new MutationObserver(look);
watch.observe(document.body, { attributes: true, childList: true, subtree: true });
(async () => {
  at(`tab-${first}`).click();
  await later(pause);
  hangs = false;
  at(`tab-${second}`).click();
  for (let n = 0; n < 200 && !seen.has(own); ++n) await later(50);
  watch.disconnect();
  window.fetch = fetched;
  done([...seen]);
})();"""


def check_haste(page):
    """Who opens another view before the answers for the first one are there sees neither a problem nor what belongs to the first one,
    and does not wait for these answers."""
    own = {"curves": ".curves", "slices": ".picture", "schedule": "caption", "messages": "pre.log"}
    for first, second, milliseconds, hangs in (("curves", "slices", 100, False), ("slices", "messages", 300, False),
                                               ("slices", "curves", 300, False), ("schedule", "curves", 100, False),
                                               ("messages", "schedule", 100, True)):
        seen = page.driver.execute_async_script(HASTE, first, second, milliseconds, own[second], hangs)
        assert seen == [own[second]], (first, second, seen)


def check_phone(page):
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True})
    for view in VIEWS:
        page.open(view)
        wide = page.driver.execute_script("return document.documentElement.scrollWidth")
        assert wide <= 360, f"{view} is {wide} wide on a phone"


def check_steering(page):
    """By clicks: a parameter changes, a mistake is explained, the run pauses, takes a step and goes on."""
    note = page.run.note
    assert not page.all("#tab-steering"), "who may only see the run has no buttons"
    page.driver.get("about:blank")
    page.driver.get(f"{page.run.url}#{note['token']}.{note['steering_token']}")
    wait_for(lambda: page.text("#phase") == "running")
    page.open("steering")
    field = wait_for(lambda: page.all("[data-key='output.scalars.every']"))[0]

    def change(value):
        box = page.one("[data-key='output.scalars.every']")
        box.clear()
        box.send_keys(value)
        page.one("[aria-label='Change output.scalars.every']").click()
    assert field.get_attribute("value") == "20"
    wait_for(lambda: page.text("#steering-table"))
    change("10")
    wait_for(lambda: "output.scalars.every = 10 (was 20)" in page.text("#steering-result"))
    page.keep("steering")
    steps = [name for name, seen in accessible.tab_stops(page.driver) if seen]
    assert {"steering-pause", "steering-stop", "output.scalars.every", "steering-other", "steering-set"} <= set(steps), steps
    change("-1")
    wait_for(lambda: "[parameter/out-of-range]" in page.text("#steering-refusal"))
    heard = page.one("#steering-result")
    assert (heard.get_attribute("role"), heard.text[:42]) == ("status", "Refused: error: output.scalars.every = -1 "), heard.text
    accessible.check(page.driver, "a refusal")
    box = page.one("[data-key='output.scalars.every']")
    assert accessible.property_of(page.driver, "output.scalars.every", "invalid") == "true"
    assert box.get_attribute("aria-describedby").startswith("steering-result about-"), "the reason is heard again with the field"
    page.keep("refusal")
    check_refusal_is_in_sight(page)
    page.one("#steering-pause").click()
    wait_for(lambda: page.text("#phase") == "paused")
    assert accessible.property_of(page.driver, "output.scalars.every", "invalid") in (None, "false"), "the mistake is past"
    assert "steering-result" not in page.one("[data-key='output.scalars.every']").get_attribute("aria-describedby")
    at = page.run.get("state")["iteration"]
    page.one("#steering-step").click()
    wait_for(lambda: page.run.get("state")["iteration"] == at + 1)
    wait_for(lambda: page.text("#phase") == "paused")
    page.one("#steering-continue").click()
    wait_for(lambda: page.text("#phase") == "running")
    page.one("#steering-other").send_keys("output.slices.range=[0, 1]")
    page.one("#steering-set").click()
    wait_for(lambda: "output.slices.range = [0, 1] (was unset)" in page.text("#steering-result"))
    assert len((page.run.out / "steering.jsonl").read_text().splitlines()) == 5
    wide = page.driver.execute_script("return document.documentElement.scrollWidth")
    assert wide <= 360, f"steering is {wide} wide on a phone"


def check_refusal_is_in_sight(page):
    """Also of the last field, below a table that is longer than the window."""
    other = page.one("#steering-other")
    other.send_keys("nonsense")
    page.one("#steering-set").click()
    wait_for(lambda: "[parameter/override]" in page.text("#steering-refusal"))
    top, bottom, window = page.driver.execute_script(
        "const box = document.querySelector('#steering-refusal').getBoundingClientRect(); return [box.top, box.bottom, innerHeight]")
    assert 0 <= top < bottom <= window, (top, bottom, window)
    assert other.is_displayed() and page.driver.execute_script("return scrollY") > 100, "the field is at the bottom"
    other.clear()


def check_wrong_token(page):
    page.driver.get("about:blank")
    page.driver.get(f"{page.run.url}#{'0' * 32}")
    wait_for(lambda: "token" in page.text("#problem"))


def check_dark(run):
    driver = browser.start(dark=True)
    try:
        page = Page(run, driver)
        page.driver.get(f"{run.url}#{run.note['token']}.{run.note['steering_token']}")
        wait_for(lambda: page.text("#phase") == "running")
        assert page.driver.execute_script("return matchMedia('(prefers-color-scheme: dark)').matches")
        for view in (*VIEWS, "steering"):
            page.open(view)
    finally:
        driver.quit()


def check_end(page):
    page.driver.get("about:blank")
    page.driver.get(f"{page.run.url}#{page.run.note['token']}")
    wait_for(lambda: page.text("#phase") == "running")
    heard = page.one("#phase")
    page.run.stop()
    wait_for(lambda: heard.text in ("ended", "stopped"))
    assert heard.get_attribute("role") == "status", "a screen reader says the new text of the same element"


def main():
    with cardon_run.folder() as folder, LiveRun(folder, CONFIG) as run:
        driver = browser.start()
        try:
            page = Page(run, driver)
            check_progress(page)
            check_curves(page)
            check_slices(page)
            check_tables(page)
            check_keys(page)
            check_haste(page)
            check_phone(page)
            loud = [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
            assert not loud, loud
            check_steering(page)
            check_dark(run)
            check_wrong_token(page)
            check_end(page)
        finally:
            driver.quit()


if __name__ == "__main__":
    main()
