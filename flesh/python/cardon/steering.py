# SPDX-License-Identifier: Apache-2.0
"""Asks a run that goes on for something, through files in its folder."""
import json
import os
import time
from pathlib import Path

from .errors import ENVIRONMENT, CardonError
from .folders import read_text
from .standing import Page

LONGEST_REQUEST = 2048                           # bytes, as in thorns/RunGuards
BETWEEN_LOOKS = 0.05                             # s


def has_ended(folder):
    """Whether a run has finished, or its process is known to be gone."""
    if (Path(folder) / "summary.json").exists():
        return True
    page = Page.of(folder)
    return page is not None and page.was_left()


class Refused(Exception):
    """The run cannot do it; the text says why, in the format of messages."""


class Request:
    """A file `steering/ID.request` in the run folder, which the run takes at its next occasion and answers with ID.answer."""

    def __init__(self, folder, what):
        self.folder = Path(folder)
        text = json.dumps(what) + "\n"
        if len(text) > LONGEST_REQUEST:
            raise CardonError("steering/request", f"a request has at most {LONGEST_REQUEST} bytes, this one has {len(text)}",
                              help="ask for several changes one after the other")
        box = self.folder / "steering"
        box.mkdir(mode=0o700, exist_ok=True)
        self.id = f"{time.time_ns():020d}-{os.getpid()}"
        self.request, self.answer = box / f"{self.id}.request", box / f"{self.id}.answer"
        new = box / f"{self.id}.new"
        new.write_text(text)
        new.rename(self.request)                 # complete, or not there

    def poll(self):
        """The answer of the run as a dict, or None as long as there is none. Raises Refused."""
        try:
            text = read_text(self.answer)
        except OSError:
            text = None
        if text is None:
            return None
        self.answer.unlink(missing_ok=True)
        answer = json.loads(text)
        if answer.get("status") != "done":
            raise Refused(str(answer.get("text", "")))
        return answer

    def withdraw(self):
        """True if the run has not taken it."""
        try:
            self.request.unlink()
            return True
        except FileNotFoundError:
            return False

    def wait(self, seconds):
        """The answer. Raises Refused, or CardonError "steering/ended" or "steering/no-answer"."""
        end = time.monotonic() + seconds
        while (answer := self.poll()) is None:
            over = time.monotonic() >= end
            if over or has_ended(self.folder):
                taken = not self.withdraw()
                if (answer := self.poll()) is not None:
                    break                        # it came at the last moment
                raise _too_late(self.folder, seconds) if over else _ended(self.folder, taken)
            time.sleep(BETWEEN_LOOKS)
        return answer


def _ended(folder, taken=False):
    notes = ["the request was taken, but the end came first"] if taken else []
    return CardonError("steering/ended", f"the run in {folder} has ended", notes=notes, help=f"cardon watch {folder} --once")


def _too_late(folder, seconds):
    return CardonError("steering/no-answer", f"the run in {folder} has not answered for {seconds:g} s", exit_code=ENVIRONMENT,
                       notes=["the request is withdrawn if the run has not taken it yet",
                              "ranks talk about requests every second, and after ten steps at the earliest"],
                       help="wait longer with --timeout; cardon watch shows whether the run is still in progress")


def ask(folder, what, seconds=60.0):
    """What the run answers to {"set": ["key=value"]} or {"do": "pause"}. Raises Refused, or CardonError."""
    if has_ended(folder):
        raise _ended(folder)
    return Request(folder, what).wait(seconds)
