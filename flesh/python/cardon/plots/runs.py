# SPDX-License-Identifier: Apache-2.0
"""Draws what a run, or several, have: scalars, probes, spheres, tuning, fields."""
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..errors import CardonError, did_you_mean
from .choices import slices_of
from .curves import MAX_CURVES, Curve, Panel, curve_figure, panel_figure, trace_figure
from .animations import animate
from .planes import line_figure, plane_figure
from .series import find_groups, mode_magnitudes
from .style import save
from .volumes import default_levels, isosurface_figure

KINDS = ("scalars", "probes", "spheres", "tuning", "slices")


def is_meant_by(what, name):
    """"phi" means "phi" and "phi.maxloc"; "Wave::phi" means "phi" too."""
    plain = name.replace("::", "_")
    wanted = (what.replace("::", "_"), what.rsplit("::", 1)[-1])
    return any(plain == word or plain.startswith(word + ".") for word in wanted)


@dataclass
class Item:
    """One thing that can be drawn."""
    kind: str                                    # one of KINDS
    name: str                                    # of the file
    quantity: str                                # what a user calls it
    draw: object                                 # () -> list of written files

    def is_wanted(self, words):
        return not words or any(word == self.kind or is_meant_by(word, self.name) or is_meant_by(word, self.quantity)
                                for word in words)


def _nothing(folder, words, items):
    names = list(dict.fromkeys(item.quantity for item in items))
    word = words[0] if words else ""
    notes = ["it has: " + ", ".join(names) if names
             else "it has neither scalars.tsv with a row nor field files, probes or spheres"]
    help = "" if names else "add output.scalars or output.fields to the parameter file"
    if word == "tuning":
        notes.insert(0, "there is no tuning.tsv with a window in it")
        help = "runs over several sites with settings left to a tuner write it"
    return CardonError("plot/nothing", f"there is nothing to plot in {folder}" + (f" for {word}" if word else ""),
                       hint=did_you_mean(word, names) if word else "", notes=notes, help=help)


def _no_field(folder, words, names):
    """For options that only fields have."""
    word = words[0] if words else ""
    return CardonError("plot/nothing", f"{folder} has no field files" + (f" of {word}" if word else ""),
                       hint=did_you_mean(word, names) if word else "",
                       notes=["it has files of " + ", ".join(names) if names else "pictures and tables do not hold the values of fields"],
                       help="output.fields writes field files; options such as --contours and --animate apply to them only")


class Plotter:
    """Figures of one run or campaign."""

    def __init__(self, run, options):
        self.run, self.options = run, options
        self.folder = options.out or run.folder / "plots"
        self.title = run.title

    def items(self):
        found = [Item("scalars", group.name, group.name, lambda g=group: self.table(self.run.scalars, g, g.name))
                 for group in find_groups(self.run.scalars)]
        for name, table in self.run.probes.items():
            found += [Item("probes", f"{name}.{group.name}", group.name,
                           lambda t=table, g=group, n=name: self.table(t, g, f"{n}.{g.name}", f"{n}: {g.name}"))
                      for group in find_groups(table)]
        found += [Item("spheres", f"{name}.modes", name.rsplit(".r", 1)[0], lambda t=table, n=name: self.sphere(t, n))
                  for name, table in self.run.spheres.items() if len(table)]
        if len(self.run.tuning):
            found.append(Item("tuning", "tuning", "tuning", self.tuning))
        found += [Item("slices", name, name, lambda n=name: self.field(n)) for name in self.run.fields]
        return found

    def plot(self, words):
        """Draws all that `words` mean, all scalars, probes, spheres, fields and the tuning without words, and returns the
        files."""
        items = self.items()
        components = self._components(words)
        only_fields = self.options.is_of_fields()
        chosen = [item for item in items if item.is_wanted(words) and item.name not in components
                  and (item.kind == "slices" or not only_fields)]
        for word in words:
            if not any(item.is_wanted([word]) for item in items):
                if word in self.run.scalars.names:       # one column
                    group = find_groups(self.run.scalars, [word])[0]
                    chosen.append(Item("scalars", word, word, lambda g=group: self.table(self.run.scalars, g, g.name)))
                else:
                    raise _nothing(self.run.folder, [word], items)
        if not chosen and only_fields:
            raise _no_field(self.run.folder, words, list(self.run.fields))
        if not chosen:
            raise _nothing(self.run.folder, words, items)
        return [file for item in chosen for file in item.draw()]

    def _components(self, words):
        """Vectors are drawn by their magnitude or as arrows; components only where they are named."""
        from ..fields import group_vectors
        groups = group_vectors(self.run.field_files)
        named = {word.rsplit("::", 1)[-1] for word in words}
        return {f"{stem}_{label}" for stem, labels in groups.items() for label in labels} - named

    def write(self, figure, name):
        name = name.replace("::", "_")
        return save(figure, self.folder / f"{name}.{self.options.format}", self.run.provenance, self.options.dpi)

    def full_title(self, name):
        return f"{self.title}: {name}" if self.title else name

    def table(self, table, group, name, title=None):
        x_name, x_unit = ("time", table.units["time"]) if "time" in table else ("iteration", "")
        first, last = table["iteration"][0], table["iteration"][-1]
        title, facts = self.full_title(title or group.name), f"iterations {first} to {last}"
        if len(group.columns) > MAX_CURVES:
            traces = {group.label(column): table[column] for column in group.columns}
            figure = trace_figure(table.time, traces, group.name, group.unit, x_name, x_unit, title, facts)
        else:
            curves = [Curve(table.time, table[column], group.label(column) if len(group.columns) > 1 else "")
                      for column in group.columns]
            figure = curve_figure(curves, group.name if len(group.columns) > 1 else group.columns[0], group.unit, x_name,
                                  x_unit, title, facts, self.options.log)
        return [self.write(figure, name)]

    def sphere(self, table, name):
        path = self.run.folder / "spheres" / f"{name}.tsv"
        curves = [Curve(table.time, values, mode) for mode, values in mode_magnitudes(table, path, MAX_CURVES)]
        figure = curve_figure(curves, "|c_lm|", table.units["l2"], "time" if "time" in table else "iteration",
                              table.units["time"] if "time" in table else "", self.full_title(f"{name}: largest modes"), log=self.options.log)
        return [self.write(figure, f"{name}.modes")]

    def tuning(self):
        table = self.run.tuning
        of_tuner = [d for d in self.run.decisions if d.get("decided_by", "tuner") == "tuner"]
        undone = [d for d in of_tuner if d.get("outcome") == "reverted"]
        kept = [d for d in of_tuner if d.get("outcome") != "reverted"]
        marks = [(float(d["step"]), "0.6", "") for d in kept if "step" in d]
        marks += [(float(d["step"]), "#D55E00", "") for d in undone if "step" in d]
        facts = f"{len(table)} windows; {len(kept)} change{'' if len(kept) == 1 else 's'} of settings (grey)"
        facts += f", {len(undone)} undone (red)" if undone else ""
        panels = []
        for what, name, include in (("efficiency", "efficiency", (0, 1)), ("depth:", "ghost depth (layers)", (0,)),
                                    ("ratio:", "compression ratio", (1,))):
            columns = [c for c in table.names if c == what or what.endswith(":") and c.startswith(what)]
            curves = [Curve(np.concatenate([[0], table["iteration"]]), np.concatenate([table[c][:1], table[c]]),
                            c.partition(":")[2], steps=True) for c in columns]
            if curves:
                panels.append(Panel(name, "", curves, include=include, marks=marks))
        figure = panel_figure(panels, "iteration", "", self.full_title("tuning"), facts)
        return [self.write(figure, "tuning")]

    def field(self, name):
        series = self.run.field(name)
        if not self.options.animate:
            return self._field(self._chosen(series), series)
        choices = self._choices(series.name)
        ending, ends = self._ending(self._scalar(series[0]), choices), self._range(series, choices)
        levels = self._levels(self._scalar(series.last()))
        figures = (self._figure(self._scalar(one), series.name, ends, levels) for one in series)
        return [animate(figures, self.folder / f"{series.name}.{ending}", self.options.rate, min(self.options.dpi, 300))]

    def _scalar(self, field):
        return field.magnitude() if field.components else field

    def _chosen(self, series):
        if self.options.iteration is not None or self.options.time is not None:
            return series.at(self.options.iteration, self.options.time)
        return series.last()

    def _choices(self, name):
        chosen = slices_of(self.run, name)
        for key in ("colours", "range", "plane", "at"):
            if getattr(self.options, key) is not None:
                chosen[key] = getattr(self.options, key)
        if self.options.plane is not None and self.options.at is None:
            chosen.pop("at", None)
        return chosen

    def _range(self, series, choices):
        """One range for all frames: that of the file, else from the least to the largest value of all outputs."""
        if "range" in choices or self.options.isosurface is not None:
            return choices.get("range")
        low, high = np.inf, -np.inf
        for one in series:
            values = self._cut(self._scalar(one), choices).values
            values = values[np.isfinite(values)]
            if values.size:
                low, high = min(low, values.min()), max(high, values.max())
        if low < 0 < high and min(-low, high) >= 0.1 * max(-low, high) and "colours" not in choices:
            high = max(-low, high)
            low = -high
        return (low, high) if low < high else None

    def _cut(self, field, choices):
        if len(field.axes) < 3:
            return field
        across = next(axis for axis in field.axes if axis not in choices.get("plane", "xy"))
        return field.plane(across, choices.get("at"))

    def _ending(self, field, choices):
        if self.options.isosurface is not None and len(field.axes) > 1:
            return "surface"
        return "x" if len(field.axes) == 1 else choices.get("plane", "xy") if len(field.axes) == 3 else "xy"

    def _field(self, whole, series):
        field = self._scalar(whole)
        ending = self._ending(field, self._choices(series.name))
        return [self.write(self._figure(field, series.name), f"{series.name}.{ending}.it{field.iteration:06d}")]

    def _levels(self, field):
        """Values of surfaces; those of the last output hold for all frames of an animation."""
        if self.options.isosurface is None:
            return None
        return default_levels(field.values) if np.isnan(self.options.isosurface) else [self.options.isosurface]

    def _figure(self, field, name, range=None, levels=None):
        """`range`, which chooses the colours too, and `levels` are those of all frames of an animation."""
        options, choices = self.options, self._choices(name)
        title = self.full_title(field.name)
        if len(field.axes) == 1:
            return line_figure(field, title, options.log, range)
        if options.isosurface is not None:
            return isosurface_figure(field, levels or self._levels(field), title, options.view, options.animate)
        arrows = None
        if options.vectors is not None:
            vectors = self.run.field(options.vectors)
            if not vectors.components:
                raise CardonError("plot/option", f"{options.vectors} is not a vector field",
                                  help="--vectors takes a field of which output.fields writes all components")
            arrows = self._cut(vectors.at(field.iteration), choices)
        ends = range or choices.get("range")
        return plane_figure(self._cut(field, choices), title, choices.get("colours"), ends, options.contours, arrows)


def plot_run(run, words=(), options=None):
    """Draws what `words` name ("phi", "phi.l2", "scalars", "probes", "spheres", "tuning", "slices"; all without any) and
    returns the files. `run` is a Run or a Campaign. Raises CardonError "plot/nothing" and what reading raises."""
    from .options import Options
    return Plotter(run, options or Options()).plot(list(words))


def plot_runs(runs, words, options):
    """Draws columns of scalars.tsv of several runs in one figure each, see comparison.py."""
    from .comparison import plot_together
    return plot_together(runs, list(words), options, options.out or Path("plots"))
