# SPDX-License-Identifier: Apache-2.0
"""A run that goes on beside a test and is steered. Its steps rest for some milliseconds (thorn Leisure), so that tens pass until a
request has arrived, and not thousands, which all runs that are compared with it would have to repeat."""
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402
import python_package  # noqa: E402, F401
from leisure import Leisure  # noqa: E402
from cardon.commands import steer as steer_command  # noqa: E402
from cardon.errors import CardonError, format_problem  # noqa: E402
from cardon.steering import Refused, ask  # noqa: E402

THORN_PATH = cardon_run.take_thorn_path(sys.argv)    # of Leisure
LEISURE_MS = 25
REACTION = {
    "title": "Steered reaction", "thorns": ["GrayScott", "Leisure"],
    "grid": {"points": [128, 128], "domain": [[0, 2.5], [0, 2.5]], "boundary": "periodic"},
    "time": {"stop": {"iterations": 100000000}, "step": 0.9},
    "output": {"scalars": {"every": 50, "fields": ["u", "v"]}, "slices": {"every": 100000, "fields": ["v"]}},
    "checkpoint": {"every": 100000, "on_stop": "always"},
}


class SteeredRun:
    """As a context: `config` runs in `folder`/NAME, on ranks that are threads or processes, and is killed at the end if it still
    goes on. Steps rest until the end of the run is waited for."""

    def __init__(self, folder, name, config, ranks=1, threads=True, rest_ms=LEISURE_MS):
        self.folder, self.out = folder, folder / name
        self.leisure = Leisure(folder / f"{name}.rest", rest_ms)
        file = cardon_run.write_parfile(folder / f"{name}.yaml", config)
        command = [str(cardon_run.BINARY), "run", str(file), "--out", str(self.out), *THORN_PATH]
        if ranks > 1:
            command = command + ["--ranks", str(ranks)] if threads else [cardon_run.MPIRUN, "-n", str(ranks), *command]
        self.screen = folder / f"{name}.txt"
        with open(self.screen, "w") as screen:
            self.process = subprocess.Popen(command, cwd=folder, env=self.leisure.environment(), stdin=subprocess.DEVNULL,
                                            stdout=screen, stderr=subprocess.STDOUT, start_new_session=True)

    def __enter__(self):
        end = time.monotonic() + 30 * cardon_run.PATIENCE
        while not self.rows() and self.process.poll() is None:
            assert time.monotonic() < end, self.screen.read_text()
            time.sleep(0.05)
        assert self.process.poll() is None, self.screen.read_text()
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def rows(self):
        """Iterations in scalars.tsv that are complete."""
        try:
            lines = (self.out / "scalars.tsv").read_text().split("\n")[:-1]
        except FileNotFoundError:
            return []
        return [int(line.split("\t")[0]) for line in lines if line[:1].isdigit()]

    def steer_by_program(self, *words, code=0):
        """What `cardon steer` prints."""
        result = cardon_run.call(["steer", self.out.name, *words], cwd=self.folder)
        assert result.code == code and "Traceback" not in result.err, result.report() + self.screen.read_text()
        return result.err if code else result.out

    def steer(self, *words, code=0):
        """The same without the start of a program."""
        asked = {"run": str(self.out), "words": [word for word in words if word[:2] != "--"]}
        for option in words:
            if option[:2] == "--":
                action, _, steps = option[2:].partition("=")
                asked |= {"do": action, **({"steps": int(steps)} if steps else {})}
        try:
            answer = ask(self.out, steer_command.read_request(asked), 60 * cardon_run.PATIENCE)
            said, found = "\n".join(steer_command.lines_of(answer)), 0
        except Refused as refusal:
            said, found = str(refusal), 2
        except CardonError as error:
            said, found = format_problem(error), error.exit_code
        assert found == code, f"{words}: {said}\n{self.screen.read_text()}"
        return said

    def hurry(self):
        """From now on steps do not rest."""
        self.leisure.rest(0)

    def wait_for(self, what):
        """Steps rest as before: how many pass until the next request is taken is decided at the one before it."""
        end = time.monotonic() + 30 * cardon_run.PATIENCE
        while not what():
            assert time.monotonic() < end, "waited in vain"
            time.sleep(0.05)

    def record(self):
        return [json.loads(line) for line in (self.out / "steering.jsonl").read_text().splitlines()]

    def wait(self, hurry=True):
        """Its exit code."""
        if hurry:
            self.hurry()
        return self.process.wait(60 * cardon_run.PATIENCE)


def iteration_of(text):
    """Of "after iteration 120: ..."."""
    return int(text.split("after iteration ")[1].split(":")[0])


def run(folder, name, config, ranks=1, threads=True, words=(), code=0):
    """A run from its beginning to its end, without a rest."""
    file = cardon_run.write_parfile(folder / f"{name}.yaml", config)
    words = ["run", file, "--out", name, "--quiet", *THORN_PATH, *words]
    if threads:
        result = many_runs.call(words, ranks=ranks, cwd=folder, timeout=120)
    else:
        result = cardon_run.call(words, ranks=ranks, cwd=folder, timeout=120)
    assert result.code == code, result.report()
    return folder / name


def results(out):
    """All that must have the same bits."""
    folder = cardon_run.RunFolder(out)
    pictures = {path.name: path.stat().st_size > 0 for path in sorted(out.glob("slices/*.png"))}
    return folder.checksums, folder.summary["iterations"], folder.scalars_text, pictures
