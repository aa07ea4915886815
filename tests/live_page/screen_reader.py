# SPDX-License-Identifier: Apache-2.0
"""Chromium in a window of a virtual display with the screen reader Orca, which speaks to a log instead of a loudspeaker."""
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import live_run
import modules

PROGRAMS = {"orca": "orca", "Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool", "dbus-daemon": "dbus", "speech-dispatcher": "speech-dispatcher"}
BUS_LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*)'(?: voice=\w+)?(?:\{| [\d.]|$)", re.M)
KEY_NAMES = {"tab", "return", "space", "left", "right", "up", "down"}  # that Orca echoes


def require():
    """Ends the test as skipped where a program is missing."""
    missing = [package for program, package in PROGRAMS.items() if not shutil.which(program)]
    if not os.path.exists(BUS_LAUNCHER):
        missing.append("at-spi2-core")
    if missing:
        print(f"skipped: a screen reader needs {' '.join(missing)}")
        sys.exit(modules.SKIPPED)


class ScreenReader:
    """As a context. Keys and clicks go through the display, so the screen reader gets them as those of a person. Its settings and
    those of the buses are in `folder`."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(mode=0o700)
        self.log = self.folder / "orca.log"
        self.started = []
        inherited = {name: value for name, value in os.environ.items() if name not in ("AT_SPI_BUS_ADDRESS", "WAYLAND_DISPLAY")}
        self.environment = {**inherited, "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder), "LC_ALL": "C.UTF-8",
                            **{f"XDG_{kind}_HOME": str(self.folder / kind.lower()) for kind in ("CONFIG", "DATA", "CACHE")}}

    def silence(self):
        """Speech Dispatcher with a voice that makes no sound."""
        (self.folder / ".libao").write_text("default_driver=null\n")
        modules_folder = self.folder / "config/speech-dispatcher/modules"
        modules_folder.mkdir(parents=True)
        (modules_folder.parent / "speechd.conf").write_text('AddModule "quiet" "sd_generic" "quiet.conf"\nDefaultModule quiet\n'
                                                            'AudioOutputMethod "libao"\n')
        (modules_folder / "quiet.conf").write_text('GenericExecuteSynth "true"\nAddVoice "en" "MALE1" "none"\nDefaultVoice "none"\n')

    def start(self, *command, **more):
        with open(self.folder / f"{Path(command[0]).name}.txt", "w") as out:
            process = subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL, stderr=out, **{"stdout": out, **more})
        self.started.append(process)
        return process

    def begin(self):
        read, write = os.pipe()
        self.start("Xvfb", "-displayfd", str(write), "-screen", "0", "1200x1000x24", "-nolisten", "tcp", pass_fds=[write])
        os.close(write)
        with open(read) as number:
            self.environment["DISPLAY"] = f":{number.readline().strip()}"
        bus = self.start("dbus-daemon", "--session", "--nofork", "--print-address", stdout=subprocess.PIPE, text=True)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.start(BUS_LAUNCHER, "--launch-immediately")
        self.start("openbox")
        self.start("speech-dispatcher", "--run-single", "--timeout", "0")
        self.start("orca", "--replace", "--debug-file", str(self.log))
        live_run.wait_for(lambda: "Screen reader on." in self.said(), pause=0.25)

    def __enter__(self):
        self.silence()
        try:
            self.begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.started):
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def position(self):
        return self.log.stat().st_size

    def said(self, since=0):
        """What was spoken, without the echo of keys."""
        text = self.log.read_bytes()[since:].decode(errors="replace") if self.log.exists() else ""
        return [words for words in SPOKEN.findall(text) if len(words.strip()) > 1 and words.strip().lower() not in KEY_NAMES]

    def hear(self, words, since):
        """Waits until something is said that contains `words`; all that was said since then."""
        try:
            return live_run.wait_for(lambda: any(words in said for said in self.said(since)) and self.said(since), pause=0.25)
        except AssertionError as error:
            raise AssertionError(f"{words!r} was not said, but {self.said(since)}") from error

    def xdotool(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.environment, check=True)

    def press(self, key, words=None, seconds=8):
        """What is said after a key: until `words` are among it, or anything is said, or for so long."""
        since = self.position()
        self.xdotool("key", key)
        if words:
            return self.hear(words, since)
        end = time.monotonic() + seconds
        while not self.said(since) and time.monotonic() < end:
            time.sleep(0.25)
        return self.said(since)

    def settle(self, seconds=3):
        """Waits until nothing has been said for so long."""
        quiet, since = time.monotonic(), self.position()
        while time.monotonic() < quiet + seconds:
            time.sleep(0.25)
            if self.said(since):
                quiet, since = time.monotonic(), self.position()

    def click(self, driver, element):
        """With the mouse."""
        x, y = driver.execute_script("const r = arguments[0].getBoundingClientRect();"
                                     "return [screenX + r.left + r.width / 2, screenY + outerHeight - innerHeight + r.top + r.height / 2]", element)
        self.xdotool("mousemove", int(x), int(y), "click", 1)

    def browser(self):
        from selenium import webdriver
        from selenium.webdriver.chrome.options import Options
        from selenium.webdriver.chrome.service import Service
        options = Options()
        for argument in ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--force-renderer-accessibility",
                         "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "--window-size=1100,900", "--window-position=0,0"):
            options.add_argument(argument)
        options.add_experimental_option("excludeSwitches", ["enable-automation"])
        return webdriver.Chrome(service=Service(shutil.which("chromedriver"), env=self.environment), options=options)
