# SPDX-License-Identifier: Apache-2.0
"""What a terminal shows of a run: plain lines, cut to its size."""
import math
import os

from .errors import printable

BLOCKS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588"
PLAIN_BLOCKS = "_.-~=+*#"
ROUNDING = 1e-12    # relative; smaller differences of values are not shown


def can_show_blocks():
    """Whether the terminal takes UTF-8, as the locale says."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or ""
    return "utf" in locale.lower()


def duration(seconds):
    """As in lines of progress: 3 m 12 s, 45 s, 2 h 05 m."""
    whole = int(seconds + 0.5)
    if seconds < 10:
        return f"{seconds:.1f} s"
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} m {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} m"


def sparkline(values, width, blocks=BLOCKS):
    """A row of characters whose heights are the values; "x" stands for what is not finite. Long series are thinned; the last
    value is always there."""
    if len(values) > width > 0:
        step = (len(values) - 1) / max(1, width - 1)
        values = [values[round(n * step)] for n in range(width)]
    finite = [value for value in values if math.isfinite(value)]
    if not finite:
        return "x" * len(values)
    low, high = min(finite) / 2, max(finite) / 2     # halves: a difference of the largest numbers is finite
    if high - low <= ROUNDING * max(abs(low), abs(high)):
        high = low                                   # a conserved sum is a flat line
    top = len(blocks) - 1

    def height(value):
        return round(top * ((value / 2 - low) / (high - low))) if high > low else 0
    return "".join(blocks[height(value)] if math.isfinite(value) else "x" for value in values)


def bar(fraction, width=30):
    full = round(width * min(1.0, max(0.0, fraction)))
    return "[" + "#" * full + "." * (width - full) + "]"


def share_lines(sections, height):
    """Lines of all sections, at most `height`: short sections are shown in full, others are cut, and say so."""
    sections = [section for section in sections if section]
    room = height - (len(sections) - 1)          # an empty line between two
    allowed, left = {}, len(sections)
    for n in sorted(range(len(sections)), key=lambda n: len(sections[n])):
        allowed[n] = min(len(sections[n]), max(1, room // left))
        room, left = room - allowed[n], left - 1
    lines = []
    for n, section in enumerate(sections):
        lines += [""] if lines else []
        if allowed[n] < len(section):
            hidden = len(section) - allowed[n] + 1
            section = section[:allowed[n] - 1] + [f"  ... {hidden} more"]
        lines += section
    return lines[:height]


def clipped(lines, width):
    return [printable(line)[:width] for line in lines]
