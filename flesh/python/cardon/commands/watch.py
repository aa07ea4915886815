# SPDX-License-Identifier: Apache-2.0
"""cardon watch: a run in the terminal while it runs."""
import shutil
import sys
import time

from ..folders import find_run
from ..scalar_history import ScalarHistory
from ..standing import Standing
from ..text_screen import BLOCKS, PLAIN_BLOCKS, bar, can_show_blocks, clipped, duration, share_lines, sparkline
from ..units import with_unit

PLAIN_WIDTH = 100
QUIET = 60                                       # s without a heartbeat that are worth a line
SPARK = 40


def head_lines(now, folder):
    state = now.state
    lines = [f"{state.get('title') or 'Cardon'}   {folder}   {now.status}"]
    done = state.get("done")
    if done is not None:
        left = state.get("seconds_left")
        lines.append(f"{bar(done)} {100 * done:3.0f} %" + (f"   {duration(left)} left" if left is not None and not now.ended else ""))
    facts, unit = [], str(state.get("time_unit", "s"))
    if state.get("iteration") is not None:
        last = state.get("last_iteration")
        facts.append(f"iteration {state['iteration']}" + (f" of {last}" if last is not None else ""))
    if state.get("time") is not None:
        end = state.get("stop_time")
        facts.append(f"time {with_unit(state['time'], unit, '.6g')}" + (f" of {with_unit(end, unit, '.6g')}" if end is not None else ""))
    if state.get("dt"):
        facts.append(f"dt {with_unit(state['dt'], unit, '.3g')}")
    if state.get("points_per_second"):
        facts.append(f"{1e-6 * state['points_per_second']:.4g} Mpoint/s")
    lines.append("   ".join(facts) or "no step has been reported yet")
    if not now.ended and now.source == "files":
        lines.append(f"from files; figures are {duration(now.age)} old (page.serve: always shows them at once)")
    if not now.ended and now.source == "files" and (now.silence or 0) > QUIET:
        lines.append(f"the run has written nothing for {duration(now.silence)}")
    return lines


def link_lines(state):
    lines = []
    for link in state.get("links") or []:
        hidden = link.get("hidden_fraction")
        lines.append(f"  {link.get('name'):<20} {link.get('depth')} ghost layer{'' if link.get('depth') == 1 else 's'}, codec {link.get('codec')}, "
                     f"{1e-6 * (link.get('bytes_sent') or 0):.4g} MB sent" +
                     (f", {100 * hidden:.0f} % hidden" if hidden is not None else ""))
    return ["links"] + lines if lines else []


def scalar_lines(history, blocks):
    if history.last is None:
        return []
    shown = [n for n, name in enumerate(history.columns) if name.split(" [")[0] not in ("iteration", "time")]
    width = max((len(history.columns[n]) for n in shown), default=0)
    lines = [f"scalars at iteration {history.last[0]:.0f}"]
    for n in shown:
        lines.append(f"  {history.columns[n]:<{width}}  {history.last[n]:>13.6g}  {sparkline(history.series(n), SPARK, blocks)}")
    return lines


def activity_lines(now):
    rows = now.activities()
    if not rows:
        return []
    whole = sum(seconds for _, seconds in rows) or 1.0
    width = max(len(name) for name, _ in rows)
    of = "on rank 0" if now.source == "page" else "mean over ranks"
    return [f"where the time goes, {of}"] + [f"  {name:<{width}}  {seconds:>10.3f} s  {100 * seconds / whole:>3.0f} %"
                                            for name, seconds in rows]


def warning_lines(now):
    found = now.warnings
    return [f"warnings and errors: {len(found)}"] + ["  " + line for problem in found for line in problem] if found else []


def sections(now, history, folder, blocks):
    return [head_lines(now, folder), scalar_lines(history, blocks), link_lines(now.state), activity_lines(now), warning_lines(now)]


class Terminal:
    """Draws frames over each other without taking the whole screen, so that a view that is interrupted leaves the last one."""

    def __init__(self):
        self.height, self.size = 0, None

    def draw(self, parts, last):
        size = shutil.get_terminal_size((PLAIN_WIDTH, 24))
        lines = clipped(share_lines(parts, max(3, size.lines - 1)), max(20, size.columns - 1))
        if self.size not in (None, size):        # wrapped lines cannot be counted
            start = "\033[2J\033[H"
        else:
            start = f"\r\033[{self.height}A" if self.height else ""
        end = "\n" if last else ""
        sys.stdout.write(start + "\n".join(line + "\033[K" for line in lines) + "\033[J" + end)
        sys.stdout.flush()
        self.height, self.size = len(lines) - 1, size


def execute(given):
    folder = find_run(given["run"])
    sys.stdout.reconfigure(errors="replace")     # titles may have letters that the locale lacks
    history = ScalarHistory(folder / "scalars.tsv")
    blocks = BLOCKS if can_show_blocks() else PLAIN_BLOCKS
    if given["once"] or not sys.stdout.isatty():
        history.update()
        lines = share_lines(sections(Standing(folder), history, folder, blocks), 10 ** 9)
        print("\n".join(clipped(lines, 10 ** 9)))
        return 0
    terminal = Terminal()
    while True:
        now = Standing(folder)
        history.update()
        terminal.draw(sections(now, history, folder, blocks), now.ended)
        if now.ended:
            return 0
        time.sleep(given["interval"])
