# SPDX-License-Identifier: Apache-2.0
"""Chromium without a window."""
import shutil
import sys

import live_run  # makes the next two importable
import cardon_run
import modules


def require():
    """Ends the test as skipped where there is no browser."""
    modules.require("selenium", "python3-selenium")
    for program, package in (("chromium", "chromium"), ("chromedriver", "chromium-driver")):
        if not shutil.which(program):
            print(f"skipped: there is no {program}; install {package}")
            sys.exit(modules.SKIPPED)


def require_long(why):
    """Ends the test as skipped unless long tests were asked for."""
    if not cardon_run.LONG:
        print(f"skipped: {why}; CARDON_LONG_TESTS=1 runs it")
        sys.exit(modules.SKIPPED)


def start(width=1100, height=900, dark=False):
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", f"--window-size={width},{height}"):
        options.add_argument(argument)
    if dark:
        options.add_argument("--force-dark-mode")
        options.add_argument("--blink-settings=preferredColorScheme=0")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)


def wait_for(what):
    """As live_run's; to ask a browser takes more processor time."""
    return live_run.wait_for(what, pause=0.25)
