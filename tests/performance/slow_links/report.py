# SPDX-License-Identifier: Apache-2.0
"""What a part of the benchmark gives: a table, verdicts, plots; and their forms as text, Markdown and JSON."""
from dataclasses import dataclass, field


@dataclass
class Verdict:
    """One figure that had to be shown."""
    what: str
    measured: str
    wanted: str
    good: bool

    @property
    def word(self):
        return "reached" if self.good else "MISSED"


@dataclass
class Plot:
    """Lines over one axis: series is {label: [(x, y), ...]}; labels that start with "expected" are drawn dashed."""
    name: str
    title: str
    x: str
    y: str
    series: dict
    log: str = ""                # the axes with a logarithmic scale
    marks: dict = field(default_factory=dict)    # {label: x} of vertical lines
    dots: bool = True            # at the points


@dataclass
class Part:
    letter: str
    title: str
    settings: str                # a sentence or two
    columns: list
    rows: list = field(default_factory=list)
    verdicts: list = field(default_factory=list)
    plots: list = field(default_factory=list)

    def judge(self, what, measured, wanted, good):
        self.verdicts.append(Verdict(what, measured, wanted, bool(good)))

    @property
    def good(self):
        return all(verdict.good for verdict in self.verdicts)


def percent(value):
    return f"{100 * value:.1f} %"


def milliseconds(value):
    return f"{1e3 * value:.1f} ms"


def text_table(columns, rows):
    cells = [list(map(str, row)) for row in [columns, *rows]]
    widths = [max(len(row[c]) for row in cells) for c in range(len(columns))]
    lines = ["  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths)) for row in cells]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def markdown_table(columns, rows):
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


VERDICTS = ["what", "measured", "wanted", ""]


def verdict_rows(part):
    return [[v.what, v.measured, v.wanted, v.word] for v in part.verdicts]


def as_text(part):
    return "\n\n".join([f"{part.letter}. {part.title}", part.settings, text_table(part.columns, part.rows),
                        text_table(VERDICTS, verdict_rows(part))]) + "\n"


def as_json(part):
    return {"part": part.letter, "title": part.title, "settings": part.settings, "columns": part.columns,
            "rows": part.rows, "verdicts": [{**vars(verdict), "word": verdict.word} for verdict in part.verdicts],
            "plots": {plot.name: vars(plot) for plot in part.plots}}


def as_markdown(figures, images):
    """A part from its as_json form, with the date added; `images` is the folder of plots in flesh/doc/images."""
    verdicts = [[v["what"], v["measured"], v["wanted"], v["word"]] for v in figures["verdicts"]]
    lines = [f"## {figures['part']}. {figures['title']}", figures["settings"] + f" Measured {figures['date']}.",
             markdown_table(VERDICTS, verdicts)]
    lines += [f"![{plot['title']}](images/{images}/{name}.png)" for name, plot in figures["plots"].items()]
    return "\n\n".join([*lines, markdown_table(figures["columns"], figures["rows"])]) + "\n"


def page(introduction, all_figures, images):
    """A page of the documentation from the as_json forms of all parts by letter."""
    return introduction + "\n".join(as_markdown(all_figures[letter], images) for letter in sorted(all_figures))
