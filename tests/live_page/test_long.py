#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A page that stays open: the memory of the page in the browser and that of the run do not grow with its updates. A page that is left
alone updates its view every two seconds at most; here the code of the page updates four views many times, one after the other, with
answers of the run. `--report` prints what it measures; CARDON_UPDATES is the number of updates of a view in each of three rounds."""
import os
import sys
from pathlib import Path

from live_run import LiveRun, wait_for
import browser
import cardon_run

browser.require()

CONFIG = {
    "title": "long page", "thorns": ["WaveToy"], "grid": {"points": [24, 24, 24]},
    "time": {"stop": {"iterations": 100000000}}, "output": {"scalars": {"every": 1}, "slices": {"every": 50}},
}
VIEWS = ("curves", "slices", "machine", "messages")
UPDATES = int(os.environ.get("CARDON_UPDATES", 150))
UPDATE = """const [name, count, done] = arguments;
(async () => {
  const { views } = await import("/views.js"), { get } = await import("/api.js");
  const view = views.find((one) => one.name === name), place = document.getElementById("view").firstElementChild;
  for (let n = 0; n < count; ++n) await view.show(place, await get("state"));
  done("");
})().catch((error) => done(String(error)));"""
MAX_HEAP = 1 << 20                              # bytes by which the page may grow from the first round of all views to the last one
MAX_NODES = 400                                 # elements of documents, the same
MAX_RUN = 8 << 20                               # bytes, of the run


def update(driver, count):
    for view in VIEWS:
        driver.execute_script("document.getElementById(`tab-${arguments[0]}`).click()", view)
        problem = driver.execute_async_script(UPDATE, view, count)
        assert not problem, (view, problem)
    driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    heap = driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"]
    return heap, driver.execute_cdp_cmd("Memory.getDOMCounters", {})["nodes"]


def memory(run):
    """Bytes that the run has of its own."""
    words = Path(f"/proc/{run.process.pid}/statm").read_text().split()
    return (int(words[1]) - int(words[2])) * os.sysconf("SC_PAGE_SIZE")


def main():
    with cardon_run.folder() as folder, LiveRun(folder, CONFIG) as run:
        driver = browser.start()
        try:
            driver.set_script_timeout(600 * cardon_run.PATIENCE)
            driver.get(f"{run.url}#{run.note['token']}")
            wait_for(lambda: run.get("slices") and len(run.get("scalars")["rows"]) > 50)
            update(driver, 10)
            (heap, nodes), size = update(driver, UPDATES), memory(run)
            for _ in range(2):
                last_heap, last_nodes = update(driver, UPDATES)
            grown = memory(run) - size
        finally:
            driver.quit()
    if "--report" in sys.argv:
        print(f"{2 * UPDATES * len(VIEWS)} updates: heap of the page {heap} -> {last_heap} bytes, nodes {nodes} -> {last_nodes}, "
              f"run {grown:+} bytes")
    assert last_heap - heap < MAX_HEAP, f"the page has grown from {heap} to {last_heap} bytes"
    assert last_nodes - nodes < MAX_NODES, f"the page has grown from {nodes} to {last_nodes} nodes"
    assert grown < MAX_RUN, f"the run has grown by {grown} bytes"


if __name__ == "__main__":
    main()
