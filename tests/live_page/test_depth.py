#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The depth of ghost zones is steered in a browser, from deep to one layer and back: the page shows each depth, and the run has the
bits of a replay of its record and of a run with one layer throughout."""
import json

from live_run import PATIENCE, THORN_PATH, LiveRun
import browser
import cardon_run
from browser import wait_for

browser.require_long("a tuner needs windows of a quiet computer to change the depth")
browser.require()
from selenium.webdriver.common.by import By  # noqa: E402

DEEP, KEY = 6, "tuning.max_depth"
CONFIG = {
    "title": "Depth by hand", "thorns": ["WaveToy", "GridDriver"],
    "grid": {"points": [64, 32, 32], "boundary": "periodic"},
    "time": {"stop": {"iterations": 100000000}},
    "machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}],
                "links": [{"between": ["a", "b"], "latency": "80 ms", "bandwidth": "100 MB/s"}], "emulate": True},
    "driver": {"calibration": "never", "overlap": "never"},
    "tuning": {"tuner": "model", "window": 10, "max_depth": DEEP, "codecs": [["lz4"]]},
    "output": {"scalars": {"every": 20}}, "checkpoint": {"every": 100000000, "on_stop": "always"},
}


def cell(driver):
    """Ghost layers of the slow link, as the view of the machine shows them."""
    driver.find_element(By.ID, "tab-machine").click()
    row = wait_for(lambda: [row for row in driver.find_elements(By.CSS_SELECTOR, "[aria-label^=Links] tbody tr") if row.text.startswith("a-b")])[0]
    return int(row.find_elements(By.TAG_NAME, "td")[1].text)


def set_depth(driver, depth):
    driver.find_element(By.ID, "tab-steering").click()
    box = wait_for(lambda: driver.find_elements(By.CSS_SELECTOR, f"[data-key='{KEY}']"))[0]
    box.clear()
    box.send_keys(str(depth))
    driver.find_element(By.CSS_SELECTOR, f"[aria-label='Change {KEY}']").click()
    try:
        wait_for(lambda: f"{KEY} = {depth}" in driver.find_element(By.ID, "steering-result").text)
    except AssertionError as error:
        said = [driver.find_element(By.ID, name).text for name in ("phase", "figure-iteration", "steering-result", "steering-refusal", "problem")]
        raise AssertionError(f"{KEY}={depth}: {said}") from error


def steer(driver):
    """The depths that were seen."""
    seen = [wait_for(lambda: max(0, cell(driver) - 1)) + 1]
    set_depth(driver, 1)
    wait_for(lambda: cell(driver) == 1)
    seen.append(1)
    set_depth(driver, DEEP)
    seen.append(wait_for(lambda: max(0, cell(driver) - 1)) + 1)
    driver.find_element(By.ID, "tab-steering").click()
    wait_for(lambda: driver.find_elements(By.ID, "steering-stop"))[0].click()
    driver.switch_to.alert.accept()
    return seen


def run_again(folder, name, *words, code=75):
    out = folder / name
    result = cardon_run.call(["run", folder / "live.yaml", *THORN_PATH, "--out", out, *words], cwd=folder, ranks=2, threads=True)
    assert result.code == code, result.report()
    return out


def main():
    with cardon_run.folder() as folder, LiveRun(folder, CONFIG, arguments=("--ranks", "2"), rest_ms=3) as run:
        driver = browser.start()
        try:
            driver.get(f"{run.url}#{run.note['token']}.{run.note['steering_token']}")
            wait_for(lambda: driver.find_elements(By.ID, "tab-steering"))
            seen = steer(driver)
        finally:
            driver.quit()
        assert run.process.wait(PATIENCE) == 75, run.screen.read_text()
        record = [json.loads(line) for line in (run.out / "steering.jsonl").read_text().splitlines()]
        assert [entry.get("set", entry.get("do")) for entry in record] == [[f"{KEY}=1"], [f"{KEY}={DEEP}"], "stop"], record
        print(f"depths on the page: {seen}; {cardon_run.RunFolder(run.out).summary['iterations']} iterations")
        replay = run_again(folder, "replay", f"steering.replay={run.out}/steering.jsonl")
        shallow = run_again(folder, "shallow", "tuning.tuner=none", "driver.ghost_zones=1", f"time.stop.iterations={record[-1]['iteration']}", code=0)
        for other in (replay, shallow):
            result = cardon_run.call(["compare", run.out, other], cwd=folder)
            assert result.code == 0 and "identical" in result.out, result.report()


if __name__ == "__main__":
    main()
