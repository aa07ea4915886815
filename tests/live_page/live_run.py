# SPDX-License-Identifier: Apache-2.0
"""A run that goes on beside a test, and its live page. Its steps rest (thorn Leisure), which leaves the processor to other tests;
with rest_ms=None they do not, and the run has the thorns of its file alone."""
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
from leisure import THORN_PATH, Leisure  # noqa: E402

PATIENCE = 30 * cardon_run.PATIENCE
LEISURE_MS = 10


def wait_for(what, patience=PATIENCE, pause=0.05):
    """The first value of what() that is true."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        value = what()
        if value:
            return value
        time.sleep(pause)
    raise AssertionError("waited in vain")


class LiveRun:
    """As a context: `config` runs with a page in `folder`/out, and is killed at the end if it has not ended."""

    def __init__(self, folder, config, ranks=1, arguments=(), rest_ms=LEISURE_MS):
        self.out = Path(folder) / "out"
        resting = rest_ms is not None
        config = {**config, "page": {"serve": "always", **config.get("page", {})}}
        if resting:
            config["thorns"] = [*config["thorns"], "Leisure"]
        parfile = cardon_run.write_parfile(Path(folder) / "live.yaml", config)
        command = [str(cardon_run.BINARY), "run", str(parfile), "--out", str(self.out), *(THORN_PATH if resting else ()), *arguments]
        if ranks > 1:
            command = [cardon_run.MPIRUN, "-n", str(ranks), *command]
        leisure = Leisure(Path(folder) / "rest.txt", rest_ms or 0)
        self.screen = Path(folder) / "screen.txt"
        with open(self.screen, "w") as screen:
            self.process = subprocess.Popen(command, cwd=folder, env=leisure.environment(),
                                            stdin=subprocess.DEVNULL, stdout=screen, stderr=subprocess.STDOUT, start_new_session=True)

    def __enter__(self):
        try:
            wait_for(lambda: (self.out / "page.json").exists() or self.process.poll() is not None)
            self.note = json.loads((self.out / "page.json").read_text())
        except (AssertionError, OSError) as error:
            self.__exit__()
            raise AssertionError(f"no page: {self.screen.read_text()}") from error
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    @property
    def url(self):
        return self.note["url"]

    def request(self, path, token=None, headers=(), method="GET", body=None):
        """Status, headers and body."""
        headers = {"Authorization": f"Bearer {token or self.note['token']}", **dict(headers)}
        request = urllib.request.Request(self.url + path, headers=headers, method=method, data=body)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def get(self, path):
        status, _, body = self.request(f"api/v1/{path}")
        assert status == 200, (path, status, body)
        return json.loads(body)

    def stop(self):
        """Asks for the end by the file `stop`; the exit code."""
        (self.out / "stop").touch()
        return self.process.wait(PATIENCE)
