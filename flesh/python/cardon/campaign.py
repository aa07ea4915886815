# SPDX-License-Identifier: Apache-2.0
"""A run and its restarts as one series."""
from functools import cached_property
from pathlib import Path

from .errors import CardonError, Named
from .folders import find_run, find_runs
from .run import Run, TablesOfRun


class Campaign(TablesOfRun):
    """Runs that continue each other, the first one first. It has the readings of a Run; where two runs have computed the same
    iteration, that of the later run counts."""

    def __init__(self, runs):
        self.runs = list(runs)

    def __repr__(self):
        return f"<Campaign of {len(self.runs)} runs, the last in {self.runs[-1].folder}>"

    @property
    def folder(self):
        """That of the last run."""
        return self.runs[-1].folder

    def __getattr__(self, name):
        # What describes a whole campaign is what its last run says: title, summary, provenance, parameters, status.
        if name in ("title", "summary", "provenance", "parameters", "status", "started"):
            return getattr(self.runs[-1], name)
        raise AttributeError(f"'Campaign' object has no attribute '{name}'")

    @property
    def tables(self):
        """Names of the tables of all runs, see Run.tables."""
        return list(dict.fromkeys(name for run in self.runs for name in run.tables))

    def _until(self, n):
        """Iterations of run n that no later run computed again: up to the smallest checkpoint a later one started from."""
        later = [run.restarted_from["iteration"] for run in self.runs[n + 1:] if run.restarted_from]
        return min(later, default=None)

    def table(self, name):
        """A table over all runs, see Run.table."""
        from .tables import Table, concatenate, read_table
        self._require_table(name)
        parts = []
        for n, run in enumerate(self.runs):
            table, until = read_table(run.table_file(name)), self._until(n)
            if until is not None and len(table):
                kept = table.columns["iteration"] <= until
                table = Table({key: column[kept] for key, column in table.columns.items()}, table.units, table.remarks)
            parts.append(table)
        return concatenate(parts)

    @cached_property
    def probes(self):
        names = dict.fromkeys(name for run in self.runs for name in run.probes)
        return self._named("probes", {name: self.table(name) for name in names})

    @cached_property
    def spheres(self):
        names = dict.fromkeys(name for run in self.runs for name in run.spheres)
        return self._named("spheres", {name: self.table(f"spheres/{name}.tsv") for name in names})

    @cached_property
    def decisions(self):
        """Of all runs, in order; each has the key "run", the folder that holds it."""
        return [Named(str(run.folder), "entries of a decision", {**decision, "run": str(run.folder)})
                for run in self.runs for decision in run.decisions]

    @cached_property
    def balance(self):
        """Of all runs, in order; each has the key "run", the folder that holds it."""
        return [Named(str(run.folder), "entries of a plan", {**plan, "run": str(run.folder)})
                for run in self.runs for plan in run.balance]

    @cached_property
    def field_files(self):
        found = {}
        for n, run in enumerate(self.runs):
            until = self._until(n)
            for name, files in run.field_files.items():
                kept = {i: path for i, path in files.items() if until is None or i <= until}
                found.setdefault(name, {}).update(kept)
        return found

    @property
    def fields(self):
        from .fields import group_vectors
        return list(self.field_files) + list(group_vectors(self.field_files))

    def field(self, name):
        """The FieldSeries over all runs, see Run.field."""
        from .fields import series_of
        return series_of(name, self.field_files)


def _predecessor(run, known):
    """The run that this one continues: by its identity among runs nearby, so that folders may be moved; else by its path."""
    origin = run.restarted_from
    if origin is None:
        return None
    if origin.get("run_id") in known:
        return known[origin["run_id"]]
    named = Path(origin.get("run", ""))
    for candidate in (named, run.folder.parent / named.name):
        other = Run(candidate)
        if other.provenance.get("run_id") == origin.get("run_id") and other.provenance:
            return other
    raise CardonError("run/no-predecessor", f"the run that {run.folder} continues is not here",
                      notes=[f"it was {named}, restarted from iteration {origin.get('iteration')}"],
                      help="move its folder beside this one, or open this run alone with cardon.open")


def open_campaign(folder="latest"):
    """The newest run in `folder` (as `cardon.open` finds it) with all runs that it continues. Raises CardonError "cli/no-run"
    or "run/no-predecessor"."""
    last = Run(find_run(folder))
    nearby = [Run(path) for path in find_runs(last.folder.parent)]
    known = {run.provenance.get("run_id"): run for run in nearby}
    runs = [last]
    while (before := _predecessor(runs[0], known)) is not None:
        if any(before.folder == run.folder for run in runs):
            break                                # damaged provenance that goes in circles
        runs.insert(0, before)
    return Campaign(runs)
