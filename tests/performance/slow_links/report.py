# SPDX-License-Identifier: Apache-2.0
"""What a part of the benchmark gives: a table, verdicts, plots; and their forms as text, Markdown and JSON."""
from dataclasses import dataclass, field

# For the introduction of a page whose tables have a column COMPUTING.
TWO_COLUMNS = """Tables give efficiencies in two columns. In the first, ranks sleep through their computing (`emulated_compute.by: sleep`), and E is relative
to the speed that each rank itself measures. In the column `computing` beside it, they use the same number of seconds of processor time
(`by: work`), so that messages, codecs and other ranks take time from them; two ranks fill the two cores of the computer, and four share
them. E is then relative to the speed at which the same number of ranks computes without a network. The second column comes from single runs
on two cores of a virtual machine. Two ranks have real-time priority (`chrt -r 1`), because a compiler was running at times; four ranks have
normal priority and ran on an otherwise idle machine. The column scatters by about 3 points, and can exceed the possible maximum by as much.
Where four ranks share two cores, a step computes for twice as long, while messages take as long as before, so that plain settings perform
better in this column."""


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
    """Lines over one axis: series is {label: [(x, y), ...]}; labels that start with one of `references` are drawn as thin grey lines."""
    name: str
    title: str
    x: str
    y: str
    series: dict
    log: str = ""                # the axes with a logarithmic scale
    marks: dict = field(default_factory=dict)    # {label: x} of vertical lines
    dots: bool = True            # at the points
    in_table: bool = False       # the table of the part has these numbers as well
    references: tuple = ("expected",)


@dataclass
class Part:
    letter: str
    title: str
    settings: str                # a sentence or two
    columns: list
    rows: list = field(default_factory=list)
    verdicts: list = field(default_factory=list)
    plots: list = field(default_factory=list)
    efficiencies: list = field(default_factory=list)     # columns that have a companion for ranks that compute
    keys: int = 1                # so many columns at the left say what a row is

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


NOT_MEASURED = "not measured"
COMPUTING = "computing"


def row_keys(figures):
    """What each row is: its first cells, and which of the rows with these cells it is."""
    seen, keys = {}, []
    for row in figures["rows"]:
        cells = tuple(map(str, row[:figures["keys"]]))
        seen[cells] = seen.get(cells, -1) + 1
        keys.append((cells, seen[cells]))
    return keys


def table_with_computing(figures):
    """Columns and rows of a part as JSON; beside each efficiency that of ranks that compute, from figures["computing"]."""
    computing = figures.get(COMPUTING) or {"rows": [], "keys": figures["keys"], "columns": []}
    other = dict(zip(row_keys(computing), computing["rows"]))
    columns = [name for column in figures["columns"]
               for name in ([column, COMPUTING] if column in figures["efficiencies"] else [column])]
    rows = []
    for key, row in zip(row_keys(figures), figures["rows"]):
        cells = []
        for column, cell in zip(figures["columns"], row):
            cells.append(cell)
            if column in figures["efficiencies"]:
                measured = key in other and column in computing["columns"]
                cells.append(other[key][computing["columns"].index(column)] if measured else NOT_MEASURED)
        rows.append(cells)
    return columns, rows


def verdicts_with_computing(figures):
    """Columns and rows of the verdicts; the words are those of ranks that sleep."""
    theirs = (figures.get(COMPUTING) or {}).get("verdicts", [])
    rows = []
    for number, verdict in enumerate(figures["verdicts"]):
        cell = NOT_MEASURED
        if len(theirs) == len(figures["verdicts"]):
            cell = theirs[number]["measured"] + ("" if theirs[number]["good"] else " (MISSED)")
        rows.append([verdict["what"], verdict["measured"], cell, verdict["wanted"], verdict["word"]])
    return ["what", "measured", COMPUTING, "wanted", ""], rows


def both_as_text(figures):
    """The two tables of a part as JSON."""
    if not figures["efficiencies"]:
        return ""
    return text_table(*table_with_computing(figures)) + "\n\n" + text_table(*verdicts_with_computing(figures)) + "\n"


def as_json(part):
    return {"part": part.letter, "title": part.title, "settings": part.settings, "columns": part.columns,
            "rows": part.rows, "efficiencies": list(part.efficiencies), "keys": part.keys,
            "verdicts": [{**vars(verdict), "word": verdict.word} for verdict in part.verdicts],
            "plots": {plot.name: vars(plot) for plot in part.plots}}


def as_markdown(figures, images):
    """A part from its as_json form, with the date added; `images` is the folder of plots in flesh/doc/images."""
    fewer = " Fewer and shorter runs than usual (`--quick`)." if figures["quick"] else ""
    settings = figures["settings"] + fewer + f" Measured {figures['date']}."
    computing, verdicts = figures.get(COMPUTING), (VERDICTS, [[v["what"], v["measured"], v["wanted"], v["word"]]
                                                              for v in figures["verdicts"]])
    if figures["efficiencies"]:
        verdicts = verdicts_with_computing(figures)
    if computing:
        settings += (f" Ranks that compute: measured {computing['date']}"
                     f"{', fewer and shorter runs (`--quick`)' if computing['quick'] else ''}.")
    lines = [f"## {figures['part']}. {figures['title']}", settings]
    if figures["verdicts"]:
        lines.append(markdown_table(*verdicts))
    lines += [f"![{plot['title']}](images/{images}/{name}.png)" for name, plot in figures["plots"].items()]
    return "\n\n".join([*lines, markdown_table(*table_with_computing(figures))]) + "\n"


def page(introduction, all_figures, images):
    """A page of the documentation from the as_json forms of all parts by letter."""
    return introduction + "\n".join(as_markdown(all_figures[letter], images) for letter in sorted(all_figures))
