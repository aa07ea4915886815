# SPDX-License-Identifier: Apache-2.0
"""Parameters of the same problem at a finer resolution."""
import re
from dataclasses import dataclass

from .errors import CardonError


def read_list(text):
    """Words of a list of one level: "[33, 33, 17]" or "33"."""
    return [word for word in re.split(r"[\[\],\s]+", text) if word]


def is_closed(boundary, dimensions):
    """For each direction whether points lie on both of its ends: not if it is periodic."""
    words = _top_level(boundary)
    if len(words) == 1:
        words = words * dimensions
    return ["periodic" not in word for word in words]


def _top_level(text):
    text = text.strip()
    if not text.startswith("["):
        return [text]
    words, depth, word = [], 0, ""
    for c in text[1:-1]:
        depth += (c in "[{(") - (c in ")}]")
        if c == "," and depth == 0:
            words.append(word.strip())
            word = ""
        else:
            word += c
    return words + [word.strip()]


def refine(sizes, closed, ratio, centring="points"):
    """Numbers of points, or cells, of a grid whose intervals are `ratio` times as many."""
    if centring == "cells":
        return [n * ratio for n in sizes]
    return [(n - 1) * ratio + 1 if ends else n * ratio for n, ends in zip(sizes, closed)]


@dataclass
class Resolution:
    """The grid and the steps of a run, from its provenance."""
    centring: str                                # "points" or "cells"
    sizes: list
    closed: list
    spacing: float                               # m, in the first direction
    steps: int
    end: float                                   # s
    courant: float                               # None where the file gives time.step

    @classmethod
    def of(cls, run):
        """Raises CardonError "converge/grid" for a run whose parameters do not say."""
        parameters = run.parameters
        centring = next((word for word in ("points", "cells") if read_list(parameters.get(f"grid.{word}", ""))), None)
        try:
            sizes = [int(word) for word in read_list(parameters[f"grid.{centring}"])]
            boundary = parameters.get("grid.boundary", "periodic")
            closed = is_closed(boundary, len(sizes))
            # Without a domain, grids fill the unit interval, square or cube.
            ends = [float(word) for word in read_list(parameters.get("grid.domain", ""))] or [0.0, 1.0]
            steps, end = int(run.summary["iterations"]), float(run.summary["time"])
            courant = None if "time.step" in parameters else float(parameters["time.courant"])
        except (KeyError, ValueError, TypeError) as error:
            raise CardonError("converge/grid", f"the resolution of {run.folder} is not known", notes=[getattr(error, "message", f"reading {error}")],
                              help="give grid.points or grid.cells, and time.courant or time.step") from error
        if len(sizes) == 1 and len(ends) > 2:
            sizes = sizes * (len(ends) // 2)
            closed = is_closed(boundary, len(sizes))
        intervals = sizes[0] - 1 if centring == "points" and closed[0] else sizes[0]
        return cls(centring, sizes, closed, (ends[1] - ends[0]) / intervals, steps, end, courant)

    def overrides(self, factor, steps_power=1):
        """key=value of the same problem with `factor` times as many intervals in each direction and factor^steps_power times
        as many steps, up to the same time."""
        sizes = refine(self.sizes, self.closed, factor, self.centring)
        steps = self.steps * factor ** steps_power
        grid = f"grid.{self.centring}=[{', '.join(map(str, sizes))}]"
        if self.courant is None:
            # The number of steps ends the run: a limit on the time could end it a step earlier.
            return [grid, f"time.stop.iterations={steps}", f"time.stop.time={self.end * (1 + 1e-9)!r}",
                    f"time.step={self.end / steps!r}"]
        # Steps in units of the spacing shrink with it by themselves, and the last one ends at the time of the stop.
        return [grid, f"time.stop.iterations={2 * steps}", f"time.stop.time={self.end!r}",
                f"time.courant={self.courant / factor ** (steps_power - 1)!r}"]
