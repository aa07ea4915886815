#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes the pictures of the live page and of `cardon serve` on flesh/doc/live-page.md, in headless Chromium.

    draw_pages.py [--out FOLDER]

A small run on two emulated sites goes on meanwhile, so that every view has something to show. CARDON_BINARY is the program
(default: build/bin/cardon). Needs chromium, chromium-driver and python3-selenium."""
import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[2]
sys.path[:0] = [str(SOURCE / "tests/live_page"), str(SOURCE / "tests/lib")]
import accessible  # noqa: E402
import browser  # noqa: E402
import cardon_run  # noqa: E402
from live_run import LiveRun, wait_for  # noqa: E402

RUN = {
    "title": "Gaussian pulse on two sites", "thorns": ["WaveToy", "GridDriver"],
    "grid": {"points": [96, 48, 48], "domain": [[-2, 2], [-1, 1], [-1, 1]], "boundary": "periodic"},
    "time": {"stop": {"iterations": 6000}, "courant": 0.5},
    "WaveToy": {"initial": "gaussian", "radius": 0, "width": 0.3},
    "machine": {"sites": [{"name": "berlin", "ranks": 1}, {"name": "potsdam", "ranks": 1}],
                "links": [{"between": ["berlin", "potsdam"], "latency": "20 ms", "bandwidth": "10 MB/s"}], "emulate": True},
    "emulated_compute": {"per_point": "80 ns"}, "driver": {"calibration": "never"},
    "output": {"scalars": {"every": 5, "fields": ["phi"]}, "slices": {"every": 25, "fields": ["phi"]}},
}
VIEWS = ("curves", "slices", "machine", "decisions", "schedule", "parameters", "messages", "steering")
PHONE = ("curves", "slices", "steering")
GRID = {"thorns": ["WaveToy"], "grid": {"points": [64, 64]}, "time": {"stop": {"iterations": 60}},
        "output": {"scalars": {"every": 1}, "slices": {"every": 20}}}


class Camera:
    def __init__(self, driver, out):
        self.driver, self.out = driver, out
        out.mkdir(parents=True, exist_ok=True)

    def text(self, selector):
        return self.driver.execute_script("return document.querySelector(arguments[0])?.innerText || ''", selector)

    def click(self, selector):
        wait_for(lambda: self.driver.execute_script("const e = document.querySelector(arguments[0]); e?.click(); return !!e", selector))

    def settle(self, min_pictures):
        """Waits until the page has loaded at least `min_pictures` pictures."""
        wait_for(lambda: self.driver.execute_script("const all = [...document.querySelectorAll('img')];"
                                                    "return all.length >= arguments[0] && all.every(i => i.complete && i.naturalWidth)",
                                                    min_pictures))

    def take(self, name):
        self.settle(1 if name.endswith("slices") else 0)
        accessible.check_labels(self.driver, name)
        file = self.out / f"{name}.png"
        self.driver.save_screenshot(str(file))
        print(file)

    def size(self, width, height, mobile=False):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile})


def take_views(camera, run):
    note = run.note
    camera.driver.get(f"{run.url}#{note['token']}.{note['steering_token']}")
    wait_for(lambda: camera.text("#phase") == "running" and run.get("decisions") and run.get("state")["iteration"] > 400, 180)
    for view in VIEWS:
        camera.click(f"#tab-{view}")
        wait_for(lambda: camera.text("#view"))
        if view == "schedule":
            wait_for(lambda: "Plan of rank 0" in camera.text("#view"))
        if view == "steering":
            camera.click("#steering-pause")
            wait_for(lambda: camera.text("#phase") == "paused" and "pause" in camera.text("#steering-result"))
        camera.take(view)
    camera.click("#steering-continue")
    wait_for(lambda: camera.text("#phase") == "running")
    camera.size(360, 900, True)
    for view in PHONE:
        camera.click(f"#tab-{view}")
        wait_for(lambda: camera.text("#view"))
        camera.take(f"phone-{view}")
    run.stop()


def take_serve(camera, folder):
    for width in (0.1, 0.2, 0.3):
        config = {**GRID, "title": f"Pulse of width {width}", "WaveToy": {"width": width}}
        file = cardon_run.write_parfile(folder / f"{width}.yaml", config)
        done = cardon_run.call(["run", file, "--out", folder / f"runs/pulse/width-{width}", "--quiet"], cwd=folder)
        assert done.code == 0, done.report()
    server = subprocess.Popen([str(cardon_run.BINARY), "serve", "runs"], cwd=folder, env=cardon_run.environment(),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        camera.size(1100, 900)
        camera.driver.get(server.stdout.readline().split()[-1])
        wait_for(lambda: "3 runs" in camera.text("#runs"))
        camera.take("serve")
        for width in (0.1, 0.3):
            camera.click(f"#runs tr:has([data-run='pulse/width-{width}']) input[type=checkbox]")
        camera.click("#compare")
        wait_for(lambda: "WaveToy::width" in camera.text("#detail"))
        camera.take("serve-compare")
        camera.click("[data-run='pulse/width-0.2']")
        wait_for(lambda: "Pulse of width 0.2" in camera.text("#detail"))
        camera.take("serve-run")
    finally:
        server.kill()
        server.communicate()


def draw(out):
    driver = browser.start(1100, 900)
    try:
        camera = Camera(driver, out)
        camera.size(1100, 900)
        with cardon_run.folder() as folder, LiveRun(folder, RUN, ranks=2, rest_ms=None) as run:
            take_views(camera, run)
        with cardon_run.folder() as folder:
            take_serve(camera, folder)
    finally:
        driver.quit()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=HERE / "live-page")
    out = parser.parse_args().out
    browser.require()
    draw(out)


if __name__ == "__main__":
    main()
