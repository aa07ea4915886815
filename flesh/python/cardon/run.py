# SPDX-License-Identifier: Apache-2.0
"""One run folder."""
import datetime
import json
from functools import cached_property
from pathlib import Path

from .errors import CardonError, Named, unknown_name
from .folders import read_text


OPTIONAL = ("scalars", "tuning")                 # tables that a run may lack: they are empty then
WITHOUT_ITERATIONS = ("performance", "tunlets", "late_senders", "spheres/spheres")


class TablesOfRun:
    """What Run and Campaign, which have `runs`, `tables` and `table(name)`, read in the same way."""

    @cached_property
    def scalars(self):
        """The Table of output.scalars; one without rows if there is none. A restart continues the rows of its predecessor."""
        return self.table("scalars")

    @cached_property
    def tuning(self):
        """The Table of what a tuner measured: efficiency, depth:LINK, ratio:LINK in windows of iterations."""
        return self.table("tuning")

    def _named(self, kind, entries):
        return Named(str(self.folder), kind, entries)

    def _require_table(self, name):
        if not any(run.table_file(name).exists() for run in self.runs) and name not in OPTIONAL:
            raise unknown_name(f"{self.folder} has no table {name}", name, self.tables, "tables")


class Run(TablesOfRun):
    """What a run has left in its folder. Nothing is read before it is asked for; a run that still goes on can be opened."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def __repr__(self):
        return f"<Run {self.folder}>"

    def __str__(self):
        """What the folder has, a line each, without reading fields."""
        lines = [f"Run {self.folder}: {self.title or 'without a title'}, {self.status}"]
        if (self.folder / "scalars.tsv").exists():
            scalars = self.scalars
            newest = "".join(f", {name} = {scalars[name][-1]:.6g}" for name in scalars.names[:6]) if len(scalars) else ""
            lines.append(f"scalars: {len(scalars)} rows, the last {newest[2:]}" if newest else "scalars: no rows")
        lines += [str(self.field(name)) for name in self.fields]
        lines += [f"{kind}: {', '.join(tables)}" for kind, tables in (("probes", self.probes), ("spheres", self.spheres)) if tables]
        if (self.folder / "decisions.jsonl").exists():
            lines.append(f"decisions: {len(self.decisions)}")
        return "\n  ".join(lines)

    def _json(self, name):
        """The object in a file of the folder, or None if there is none."""
        path = self.folder / name
        try:
            text = read_text(path)
            found = None if text is None else json.loads(text)
        except (OSError, ValueError) as error:
            raise CardonError("run/no-summary", f"{self.folder} is not the folder of a finished run",
                              notes=[f"{name} cannot be read: {error}"],
                              help="give a folder that cardon run has written") from error
        if found is not None and not isinstance(found, dict):
            raise CardonError("run/no-summary", f"{self.folder} is not the folder of a finished run",
                              notes=[f"{name} holds no JSON object"])
        return found

    @cached_property
    def summary(self):
        """summary.json as a dict; empty during the run."""
        return self._named("entries of summary.json", self._json("summary.json") or {})

    @cached_property
    def provenance(self):
        """provenance.json as a dict; empty if there is none, or if it cannot be read."""
        try:
            found = self._json("provenance.json") or {}
        except CardonError:
            found = {}
        return self._named("entries of provenance.json", found)

    @property
    def title(self):
        return str(self.provenance.get("title") or self.summary.get("title") or "")

    @property
    def status(self):
        """"finished", "stopped", ...; "unfinished" without summary.json: the run goes on or was killed."""
        return str(self.summary.get("status", "unfinished"))

    @property
    def started(self):
        """ISO 8601 in UTC; the time of the folder's first file if the provenance does not say."""
        if "started" in self.provenance:
            return str(self.provenance["started"])
        try:
            seconds = min(path.stat().st_mtime for path in self.folder.iterdir())
        except (OSError, ValueError):
            return ""
        return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    @cached_property
    def parameters(self):
        """Every parameter by its name, "WaveToy::width" or "grid.points", as the text of its value."""
        found = self.provenance.get("parameters")
        entries = found.items() if isinstance(found, dict) else ()
        return self._named("parameters", {name: str(entry.get("value", "")) for name, entry in entries if isinstance(entry, dict)})

    @property
    def tables(self):
        """Names of all tables in the folder whose rows are iterations: "scalars", "tuning", those of probes, "spheres/phi.r0.5"."""
        files = sorted([*self.folder.glob("*.tsv"), *self.folder.glob("spheres/*.tsv")])
        names = [str(path.relative_to(self.folder))[:-len(".tsv")] for path in files]
        return [name for name in names if name not in WITHOUT_ITERATIONS and not name.endswith(".points")]

    @property
    def runs(self):
        """This run alone, see Campaign.runs."""
        return [self]

    def table_file(self, name):
        return self.folder / (name if name.endswith(".tsv") else name + ".tsv")

    def table(self, name):
        """One of `tables`. Raises CardonError "run/no-name" for another name; "scalars" and "tuning" are empty where the run has
        none."""
        from .tables import read_table
        self._require_table(name)
        return read_table(self.table_file(name))

    @cached_property
    def probes(self):
        """Tables of output.probes by name."""
        ending = ".points.tsv"
        names = sorted(path.name[:-len(ending)] for path in self.folder.glob("*" + ending))
        return self._named("probes", {name: self.table(name) for name in names})

    @cached_property
    def spheres(self):
        """Tables of output.spheres by name, such as "phi.r0.5"."""
        files = sorted(self.folder.glob("spheres/*.r*.tsv"))
        return self._named("spheres", {path.name[:-len(".tsv")]: self.table(f"spheres/{path.name}") for path in files})

    @cached_property
    def decisions(self):
        """decisions.jsonl: one dict for each decision of a tuner, in order. An unfinished last line is left out."""
        return self._records("decisions.jsonl", "entries of a decision")

    @cached_property
    def balance(self):
        """balance.jsonl: one dict for each plan of a balancer, in order. An unfinished last line is left out."""
        return self._records("balance.jsonl", "entries of a plan")

    def _records(self, name, kind):
        path = self.folder / name
        try:
            text = read_text(path) or ""
            found = [json.loads(line) for line in text.split("\n")[:-1]]
            if not all(isinstance(record, dict) for record in found):
                raise ValueError("a line holds no JSON object")
            return [self._named(kind, record) for record in found]
        except (OSError, ValueError) as error:
            raise CardonError("run/bad-table", f"{path} is not a file that Cardon wrote", notes=[str(error)]) from error

    @property
    def warnings(self):
        """The text of warnings.txt."""
        return read_text(self.folder / "warnings.txt") or ""

    @cached_property
    def field_files(self):
        """name -> {iteration -> path} of output.fields."""
        from .fields import find_field_files
        return find_field_files(self.folder)

    @property
    def fields(self):
        """Names of all fields with files, then those of vectors and tensors made of them."""
        from .fields import group_vectors
        return list(self.field_files) + list(group_vectors(self.field_files))

    def field(self, name):
        """The FieldSeries of a field ("phi", "WaveToy::phi") or of a vector or tensor ("momentum")."""
        from .fields import series_of
        return series_of(name, self.field_files)

    @property
    def restarted_from(self):
        """{"run": folder, "iteration": n, "run_id": id} of a restart, else None."""
        found = self.provenance.get("restarted_from")
        good = isinstance(found, dict) and isinstance(found.get("iteration"), int) and isinstance(found.get("run"), str)
        return found if good else None
