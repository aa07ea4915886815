# SPDX-License-Identifier: Apache-2.0
"""What the parameter file of a run says about pictures of its fields."""
import re

from .options import DIVERGING, SEQUENTIAL


def _words(text):
    return [word for word in re.split(r"[\[\], ]+", text) if word]


def _entries(parameters):
    """The entries of output.slices, as dicts, in their order."""
    found = {}
    for name, value in parameters.items():
        match = re.fullmatch(r"output\.slices(?:\[(\d+)\])?\.(\w+)", name)
        if match:
            found.setdefault(int(match[1] or 1), {})[match[2]] = value
    return [found[number] for number in sorted(found)]


def slices_of(run, field):
    """{"colours", "range", "plane", "at"} as the first entry of output.slices that draws this field has them; missing where
    it does not say."""
    for entry in _entries(run.parameters):
        names = [name.rsplit("::", 1)[-1] for name in _words(entry.get("fields", ""))]
        if names and field not in names:
            continue
        chosen = {}
        if entry.get("colours") in SEQUENTIAL + DIVERGING:
            chosen["colours"] = entry["colours"]
        if entry.get("plane") in ("xy", "xz", "yz"):
            chosen["plane"] = entry["plane"]
        for key, count in (("range", 2), ("at", 1)):
            try:
                numbers = tuple(float(word) for word in _words(entry.get(key, "")))
            except ValueError:
                continue
            if len(numbers) == count and not (key == "range" and numbers[0] >= numbers[1]):
                chosen[key] = numbers if count > 1 else numbers[0]
        return chosen
    return {}
