# SPDX-License-Identifier: Apache-2.0
"""What the page over a folder of runs says: its runs, their parameters, their pictures."""
import json
import re
import subprocess
from pathlib import Path

from ..errors import CardonError
from ..folders import find_runs
from ..run import Run
from ..standing import Standing

MAX_COMPARED = 12
MAX_PICTURES = 200                              # of a run
LARGEST_PICTURE = 32 << 20                       # bytes
PATIENCE = 60                                    # s for the program
CONDITION = re.compile(r"[A-Za-z_][\w.:\[\]]*(?:=|==|!=|<=|>=|<|>)[^\0]*")
PICTURES = {"plots": (".png", ".svg"), "slices": (".png",)}
TYPES = {".png": "image/png", ".svg": "image/svg+xml"}


def iteration_of(path):
    """Of FIELD.PLANE.it000400.png; -1 for other names. Then by name, so that fields of an iteration are together."""
    match = re.search(r"\.it(\d+)\.", path.name)
    return int(match[1]) if match else -1


class Library:
    """The runs at or below a folder, at most two levels down. Names of runs are paths from there."""

    def __init__(self, root, program):
        self.root, self.program = Path(root), program

    def _folders(self):
        return {str(path.relative_to(self.root)): path for path in find_runs(self.root)}

    def run(self, name):
        """The folder of a run. Raises KeyError for anything else, whatever path it is."""
        return self._folders()[name]

    def runs(self, conditions):
        """Rows of `cardon list runs`, which decides what fulfils the conditions. Raises CardonError "cli/usage"."""
        for word in conditions:
            if not CONDITION.fullmatch(word):
                raise CardonError("cli/usage", f"{word} is not a condition", help="write, for example, WaveToy.width>=0.2 or status=finished")
        if not self._folders():
            return []
        words = [self.program, "list", "runs", str(self.root.resolve()), *conditions, "--json"]
        result = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, cwd="/")
        if result.returncode != 0:
            message = re.split(r"\s+\[[a-z-]+/[a-z-]+\]", result.stderr)[0].removeprefix("error:").strip()
            raise CardonError("cli/usage", message or "the search has failed")
        rows = json.loads(result.stdout)
        for row in rows:
            path = Path(row["run"])
            row["run"] = str(path.relative_to(self.root.resolve()))
            row["started"] = Run(path).started
        return rows

    def standing(self, name):
        """Where one run stands, as `cardon watch` shows it, and the names of its pictures."""
        folder = self.run(name)
        now = Standing(folder)
        known = {key: now.state.get(key) for key in ("title", "iteration", "last_iteration", "time", "done", "seconds_left")}
        warnings = ["\n".join(lines) for lines in now.warnings]
        return {**known, "status": now.status, "folder": str(folder), "warnings": warnings, "pictures": self.pictures(name)}

    def pictures(self, name):
        """Paths in the run folder: figures of `cardon plot`, then the newest slices, the newest of all first."""
        folder, found = self.run(name), []
        for place, endings in PICTURES.items():
            try:
                files = sorted(path for path in (folder / place).iterdir() if path.suffix in endings and path.is_file() and not path.is_symlink())
            except OSError:
                continue
            if place == "slices":
                files.sort(key=iteration_of, reverse=True)
            found += [f"{place}/{path.name}" for path in files[:MAX_PICTURES]]
        return found

    def picture(self, name, picture):
        """Type and bytes. Raises KeyError for what pictures() does not list."""
        if picture not in self.pictures(name):
            raise KeyError(picture)
        path = self.run(name) / picture
        if path.stat().st_size > LARGEST_PICTURE:
            raise KeyError(picture)
        return TYPES[path.suffix], path.read_bytes()

    def compare(self, names):
        """Parameters of runs side by side: [{"name", "values", "differs"}], a value each, or None. Raises KeyError, or
        CardonError "cli/usage"."""
        if not 1 <= len(names) <= MAX_COMPARED:
            raise CardonError("cli/usage", f"1 to {MAX_COMPARED} runs can be compared, not {len(names)}")
        runs = [Run(self.run(name)).parameters for name in names]
        keys = dict.fromkeys(key for run in runs for key in run)
        rows = [{"name": key, "values": [run.get(key) for run in runs]} for key in keys]
        return [{**row, "differs": len(set(row["values"])) > 1} for row in rows]
