# SPDX-License-Identifier: Apache-2.0
"""Runs that tune themselves, and their histories from tuning.tsv, decisions.jsonl and tuning.json."""
import json

from runs import Figures, cardon_run, ideal_step, merged, run_in

# All that a tuner may change, left to it; and all of it given.
AUTO = {"driver.ghost_zones": "auto", "driver.compression": "auto", "driver.overlap": "auto", "driver.blocks_per_rank": "auto",
        "driver.decomposition": "auto"}
FIXED = {"driver.ghost_zones": 1, "driver.compression": "none", "driver.overlap": "never", "driver.blocks_per_rank": 1,
         "driver.decomposition": "fixed"}


def read_rows(text):
    """The windows of tuning.tsv as dicts by column."""
    header, *lines = [line.split("\t") for line in text.splitlines()]
    return [{name: float(cell) for name, cell in zip(header, line)} for line in lines]


class History:
    """What a tuner did, window by window."""

    def __init__(self, rows, decisions):
        self.rows, self.decisions = rows, decisions
        start = 0
        for row in rows:
            row["start"], start = start, row["iteration"]

    @property
    def last_change(self):
        return max((decision["step"] for decision in self.decisions), default=0)

    @property
    def final_rows(self):
        """The last windows with the settings of the end; the first of them still learns, so it is left out if it can be."""
        rows = [row for row in self.rows if row["iteration"] > self.last_change] or self.rows[-1:]
        return rows[1:][-6:] or rows

    @staticmethod
    def mean(rows, name):
        steps = [row["iteration"] - row["start"] for row in rows]
        return sum(row[name] * n for row, n in zip(rows, steps)) / sum(steps)

    @property
    def final_step(self):
        """As windows measured it: their clock also counts what ranks wait for decisions, and they know how many steps had been
        computed at both ends, which the time of a row does not tell."""
        return self.mean(self.final_rows, "step_s")

    @property
    def final_efficiency(self):
        """With that time."""
        ideal = [{**row, "ideal": row["efficiency"] * row["step_s"]} for row in self.final_rows]
        return self.mean(ideal, "ideal") / self.final_step

    def final(self, name):
        """A column at the end."""
        return self.rows[-1][name]

    def steps_to(self, efficiency):
        """Steps done when the first window begins from which on the efficiency is so high; None: never."""
        for n, row in enumerate(self.rows):
            if row["efficiency"] >= efficiency and self.mean(self.rows[n:], "efficiency") >= efficiency:
                return int(row["start"])
        return None

    def windows_to(self, step, change):
        """In which window, counted from 0 for the one in which iteration `change` lies, steps take `step` s or less and do so in
        the mean from then on; None: never."""
        later = [row for row in self.rows if row["iteration"] > change]
        for n, row in enumerate(later):
            if row["step_s"] <= step and self.mean(later[n:], "step_s") <= step:
                return n
        return None

    def trace(self, name):
        """Points of a line that is constant in each window."""
        return [(x, row[name]) for row in self.rows for x in (row["start"], row["iteration"])]

    def iteration_at(self, seconds):
        """The iteration that began so many seconds after the first step did."""
        before = {"iteration": 0, "wall_s": 0}
        for row in self.rows:
            if row["wall_s"] >= seconds:
                share = (seconds - before["wall_s"]) / max(1e-9, row["wall_s"] - before["wall_s"])
                return before["iteration"] + share * (row["iteration"] - before["iteration"])
            before = row
        return self.rows[-1]["iteration"]


class Tuned(History):
    """A run that tuned itself."""

    def __init__(self, folder, ideal=None):
        """With `ideal`, seconds per step of computing every point once, from elsewhere."""
        lines = [json.loads(line) for line in (folder.path / "decisions.jsonl").read_text().splitlines()]
        of_tuner = [line for line in lines if line["decided_by"] == "tuner"]
        super().__init__(read_rows((folder.path / "tuning.tsv").read_text()), of_tuner)
        for row in self.rows if ideal is not None else []:
            row["efficiency"] = ideal / row["step_s"]
        self.figures = Figures(folder.summary, ideal)
        self.settings = json.loads((folder.path / "tuning.json").read_text())["settings"]

    @property
    def link(self):
        """Settings of the first link at the end."""
        return next(iter(self.settings["links"].values()))

    @property
    def chains(self):
        """Of both directions at the end, as text."""
        return ", ".join(dict.fromkeys("+".join(chain) or "none" for chain in self.link["codecs"].values()))

    @property
    def words(self):
        """The settings at the end, in a few words."""
        return (f"depth {self.link['depth']}, {self.chains}, overlap {'on' if self.settings['overlap'] else 'off'}, "
                f"{self.settings['blocks_per_rank']} blocks")


def run_tuned(config, tuner="model"):
    with cardon_run.folder() as folder:
        return Tuned(run_in(folder, merged(config, {"tuning.tuner": tuner})), ideal_step(config))
