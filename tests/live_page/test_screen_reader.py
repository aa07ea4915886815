#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the screen reader Orca says of the page of a run: names of everything that is reached, changes that matter, and nothing of
those that happen all the time. --report prints all that was said."""
import sys

import browser
import cardon_run
import screen_reader
from live_run import LiveRun, wait_for

browser.require_long("what is said lags on a busy computer")
browser.require()
screen_reader.require()
from selenium.webdriver.common.by import By  # noqa: E402

CONFIG = {
    "title": "Gaussian pulse", "thorns": ["WaveToy"], "grid": {"points": [24, 24, 24]},
    "time": {"stop": {"iterations": 100000000}}, "output": {"scalars": {"every": 5}, "slices": {"every": 50}},
}
REST_MS = 100       # of each step: new rows of scalars every half second


class Listener:
    def __init__(self, reader, driver):
        self.reader, self.driver = reader, driver

    def one(self, selector):
        return wait_for(lambda: self.driver.find_elements(By.CSS_SELECTOR, selector), pause=0.25)[0]

    def top(self):
        self.reader.xdotool("key", "ctrl+Home")
        self.reader.settle(1)

    def walk(self, key, words, limit=12):
        """Presses a key until `words` are said."""
        since = self.reader.position()
        for _ in range(limit):
            self.reader.press(key)
            self.reader.settle(1.5)
            if any(words in said for said in self.reader.said(since)):
                return
        self.reader.hear(words, since)

    def focused(self):
        return self.driver.execute_script("const e = document.activeElement; return e.id || e.dataset.key || e.tagName")

    def walk_to(self, key, name, words, limit=30):
        """Presses a key, one at a time, until the element has the focus, and hears what is said of it."""
        since = self.reader.position()
        for _ in range(limit):
            before = self.focused()
            if before == name:
                break
            self.reader.xdotool("key", key)
            wait_for(lambda before=before: self.focused() != before, pause=0.25)
        self.reader.hear(words, since)
        self.reader.settle(1.5)


def check_arrival(listener, run):
    since = listener.reader.position()
    listener.driver.get(f"{run.url}#{run.note['token']}.{run.note['steering_token']}")
    listener.reader.hear("Gaussian pulse", since)
    wait_for(lambda: listener.one("#phase").text == "running", pause=0.25)
    listener.reader.click(listener.driver, listener.one("h1"))    # which gives the keys to the page
    listener.reader.settle()
    listener.walk("h", "Gaussian pulse heading level 1")


def check_silence(listener):
    """Numbers change, and nobody has to listen to them."""
    listener.one("[data-column]")
    listener.reader.settle()
    since = listener.reader.position()
    shown = "return document.querySelector('[data-column]').innerText"
    for _ in range(4):
        before = listener.driver.execute_script(shown)
        wait_for(lambda before=before: listener.driver.execute_script(shown) != before, pause=0.25)
    heard = [said for said in listener.reader.said(since) if "percent" not in said]
    assert not heard, heard


def check_reading(listener):
    listener.walk("h", "Curves heading level 2")
    listener.walk("Down", "phi.min: from", limit=40)


def check_tabs(listener):
    """Tab, and then the arrow keys, go from view to view; in browse mode the reader goes from table to table."""
    listener.top()
    listener.walk_to("Tab", "tab-curves", "Curves page tab")
    listener.walk_to("Right", "tab-slices", "Slices page tab")
    listener.walk_to("Right", "tab-machine", "Machine page tab")
    listener.reader.press("Insert+a", "Browse mode")
    listener.walk("t", "Links, as rank 0 sees them")


def check_steering(listener, run):
    listener.top()
    listener.walk_to("Tab", "tab-machine", "Machine page tab")
    listener.walk_to("Right", "tab-steering", "Steering page tab")
    listener.walk_to("Tab", "steering-pause", "Pause push button")
    listener.reader.press("Return", ": paused")
    wait_for(lambda: run.get("state")["phase"] == "paused", pause=0.25)
    listener.walk_to("Tab", "output.scalars.every", "output.scalars.every entry 5")
    since = listener.reader.position()
    for words in (("key", "ctrl+a"), ("type", "0.5"), ("key", "Return")):
        listener.reader.xdotool(*words)
    listener.reader.hear("output.scalars.every = 0.5 s (was 5)", since)


def check_refusal(listener):
    """The reason is said, and again when the field gets the focus."""
    listener.one("[data-key='output.scalars.every']").click()
    listener.reader.settle()
    since = listener.reader.position()
    for words in (("key", "ctrl+a"), ("type", "--", "-3"), ("key", "Return")):
        listener.reader.xdotool(*words)
    refusal = "Refused: error: output.scalars.every = -3 is out of range"
    listener.reader.hear(refusal, since)
    listener.reader.settle()
    listener.reader.xdotool("key", "Tab")
    listener.reader.settle(1.5)
    listener.reader.press("shift+Tab", refusal)


def check_end(listener, run):
    listener.reader.settle()
    since = listener.reader.position()
    run.stop()
    listener.reader.hear("ended", since)
    listener.reader.settle()
    said = listener.reader.said(since)
    assert not any("connection" in words for words in said), said


def main():
    with cardon_run.folder() as folder, LiveRun(folder, CONFIG, rest_ms=REST_MS) as run, \
            screen_reader.ScreenReader(folder / "reader") as reader:
        driver = reader.browser()
        try:
            listener = Listener(reader, driver)
            check_arrival(listener, run)
            check_silence(listener)
            check_reading(listener)
            check_tabs(listener)
            check_steering(listener, run)
            check_refusal(listener)
            check_end(listener, run)
        finally:
            driver.quit()
            if "--report" in sys.argv:
                print("\n".join(reader.said()))


if __name__ == "__main__":
    main()
