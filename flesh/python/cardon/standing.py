# SPDX-License-Identifier: Apache-2.0
"""Where a run stands, with Python's own library only: from its live page if it has one, else from the files of its folder."""
import hashlib
import http.client
import json
import os
import re
import socket
import ssl
import stat
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

from .errors import CardonError
from .run import Run

LONGEST_END = 1 << 16                            # bytes of log.txt that are read
PATIENCE = 3                                     # s for an answer of a page
# A line of progress in log.txt, see Screen::line.
PROGRESS = re.compile(r"(?P<stamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)  +(?P<iteration>\d+)  +(?P<time>\S+)(?: (?P<unit>\S+))?  +(?P<dt>\S+)(?: \S+)?  +"
                      r"(?P<speed>\S+) .* +(?P<done>\d+) %   (?P<left>.+)$")
DURATION = re.compile(r"(?:(?P<h>\d+) h ?)?(?:(?P<m>\d+) m ?)?(?:(?P<s>[\d.]+) s)?$")
STAMP = len("2026-11-25 02:54:28  ")


def end_of_file(path, max_bytes=LONGEST_END):
    """The newest bytes of a regular file, from the beginning of a line; "" if there is none."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return ""
    with open(descriptor, "rb") as stream:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return ""
        start = max(0, status.st_size - max_bytes)
        stream.seek(start)
        text = stream.read(max_bytes)
    return (text[text.find(b"\n") + 1:] if start else text).decode("utf-8", "replace")


def seconds_of(text):
    """Of "3 m 12 s", as a line of progress has it; None for "-"."""
    match = DURATION.fullmatch(text.strip())
    if not match or not text.strip():
        return None
    return 3600 * int(match["h"] or 0) + 60 * int(match["m"] or 0) + float(match["s"] or 0)


def _number(text):
    try:
        return float(text)
    except (TypeError, ValueError, OverflowError):
        return None


class KnownServer(http.client.HTTPSConnection):
    """TLS with the server whose certificate has this SHA-256 sum, whoever has signed it. Raises ssl.SSLCertVerificationError for
    another one, before anything is sent to it."""

    def __init__(self, netloc, fingerprint, timeout):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        super().__init__(netloc, timeout=timeout, context=context)
        self._fingerprint = fingerprint.replace(":", "").lower()

    def connect(self):
        super().connect()
        if hashlib.sha256(self.sock.getpeercert(binary_form=True)).hexdigest() != self._fingerprint:
            self.close()
            raise ssl.SSLCertVerificationError("the certificate is not that of the run")


class Page:
    """The live page of a run, as page.json in its folder describes it."""

    def __init__(self, note):
        self.url, self.token, self.process = note["url"], note["token"], note.get("process")
        self.fingerprint = note["certificate_sha256"] if urlsplit(self.url).scheme == "https" else ""
        self.here = note.get("host") == socket.gethostname()

    @classmethod
    def of(cls, folder):
        """None where there is no page, or none that this user may read."""
        try:
            page = cls(json.loads(end_of_file(Path(folder) / "page.json")))
            parts = urlsplit(page.url)
            return page if parts.scheme in ("http", "https") and parts.hostname and isinstance(page.token, str) else None
        except (ValueError, KeyError, TypeError, AttributeError):
            return None

    def can_be_reached(self):
        """Loopback addresses lead to this computer, which must be that of the run."""
        return self.here or urlsplit(self.url).hostname not in ("127.0.0.1", "::1", "localhost")

    def get(self, path):
        """The answer to a request of the API, or None if there is none. Proxies never see the token."""
        netloc = urlsplit(self.url).netloc
        try:
            server = KnownServer(netloc, self.fingerprint, PATIENCE) if self.fingerprint else http.client.HTTPConnection(netloc, timeout=PATIENCE)
        except http.client.InvalidURL:
            return None
        try:
            server.request("GET", f"/api/v1/{path}", headers={"Authorization": f"Bearer {self.token}"})
            answer = server.getresponse()
            return json.loads(answer.read()) if answer.status == http.client.OK else None
        except (OSError, ValueError, http.client.HTTPException):
            return None
        finally:
            server.close()

    def was_left(self):
        """Whether the process that had the page has gone without removing its note: it was killed."""
        if not self.here or not isinstance(self.process, int) or self.process <= 0:
            return False
        try:
            os.kill(self.process, 0)
        except ProcessLookupError:
            return True
        except (OSError, OverflowError):
            return False
        return False


def _last_progress(log):
    return next((match for match in map(PROGRESS.match, reversed(log.splitlines())) if match), None)


def _age(stamp):
    try:
        return max(0.0, time.time() - time.mktime(time.strptime(stamp, "%Y-%m-%d %H:%M:%S")))
    except (ValueError, OverflowError):
        return 0.0


def warnings_in(log):
    """Warnings and errors of log.txt, each as a list of its lines."""
    found, inside = [], False
    for line in log.splitlines():
        text = line[STAMP:]
        if text.startswith(("warning:", "error:")):
            found.append([text])
            inside = True
        elif inside and text[:1] and (text[0] == " " or text[0].isdigit()) and not PROGRESS.match(line):
            found[-1].append(text)
        else:
            inside = False
    return found


NUMBERS = ("iteration", "last_iteration", "time", "stop_time", "dt", "points_per_second", "done", "seconds_left")


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def sound(state):
    """The state without values of other kinds than a run writes: its source may be damaged, or another program."""
    good = {key: value for key, value in state.items() if key not in NUMBERS or _is_number(value)}
    links = state.get("links")
    good["links"] = [{key: value for key, value in link.items() if key not in ("hidden_fraction", "bytes_sent") or _is_number(value)}
                     for link in links if isinstance(link, dict)] if isinstance(links, list) else []
    return good


class Standing:
    """What is known of a run at this moment. `state` has the keys that /api/v1/state of the page has, as far as files say
    them; `source` is "page" or "files"; `age` in s is that of the figures."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.run = Run(folder)
        self.log = end_of_file(self.folder / "log.txt")
        self.summary = self._summary()
        self.source, self.age = "files", 0.0
        self.left_behind = False
        self.state = sound(self._from_page() or self._from_files())

    def _summary(self):
        try:
            return self.run.summary
        except CardonError:                      # it is being written
            return {}

    def _from_page(self):
        page = None if self.summary else Page.of(self.folder)
        if page is None:
            return None
        self.left_behind = page.was_left()
        state = page.get("state") if page.can_be_reached() and not self.left_behind else None
        if isinstance(state, dict) and isinstance(state.get("iteration"), int):
            self.source = "page"
            return state
        return None

    def _from_files(self):
        last = self.run.parameters.get("time.stop.iterations")
        title = self.run.provenance.get("title") or self.summary.get("title") or ""
        state = {"title": str(title), "phase": "", "last_iteration": int(last) if str(last).isdigit() else None}
        progress = _last_progress(self.log)
        if progress:
            self.age = _age(progress["stamp"])
            left = seconds_of(progress["left"])
            state.update(iteration=int(progress["iteration"]), time=_number(progress["time"]), dt=_number(progress["dt"]),
                         time_unit=progress["unit"] or "", points_per_second=1e6 * (_number(progress["speed"]) or 0),
                         done=int(progress["done"]) / 100,
                         seconds_left=None if left is None else max(0.0, left - self.age))
        if self.summary:
            state.update(iteration=self.summary.get("iterations"), time=self.summary.get("time"),
                         time_unit=self.summary.get("time_unit", "s"), seconds_left=None)
            if self.summary.get("status") == "finished":
                state["done"] = 1.0
        return state

    @property
    def ended(self):
        return bool(self.summary) or self.left_behind

    @property
    def status(self):
        """"running", "finished", "stopped: SIGTERM", ..."""
        if self.summary:
            return self.run.status
        if self.left_behind:
            return "killed"
        return str(self.state.get("phase") or "unfinished")

    @property
    def silence(self):
        """s since the run has written to one of its files last; None if that is not known."""
        newest = None
        for name in ("log.txt", "scalars.tsv", "parfile.yaml"):
            try:
                newest = max(newest or 0.0, (self.folder / name).stat().st_mtime)
            except OSError:
                pass
        return None if newest is None else max(0.0, time.time() - newest)

    @property
    def warnings(self):
        return warnings_in(self.log)

    def activities(self):
        """[(name, s)], the longest first: of rank 0 from the page, means over ranks from performance.tsv after the end."""
        if self.source == "page":
            found = self.state.get("activities")
            found = found if isinstance(found, list) else []
            return [(str(a.get("name")), _number(a.get("seconds")) or 0.0) for a in found if isinstance(a, dict)]
        rows = []
        for line in end_of_file(self.folder / "performance.tsv").split("\n\n")[0].splitlines()[1:]:
            words = line.split("\t")
            if len(words) > 4 and _number(words[4]):
                rows.append((words[0], _number(words[4])))
        return sorted(rows, key=lambda row: -row[1])
