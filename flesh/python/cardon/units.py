# SPDX-License-Identifier: Apache-2.0
"""Units as journals set them: "kg/m^3" becomes kg m to the power -3."""
import re

FACTOR = re.compile(r"(?P<sign>[*/ .]|^)\s*(?P<name>[A-Za-z%]+|1)(?:\^?\(?(?P<power>-?\d+(?:/\d+)?)\)?)?")
NAMES = {"um": r"\mu m", "ohm": r"\Omega", "Ohm": r"\Omega", "deg": r"^\circ", "%": r"\%"}


def factors(unit):
    """[("kg", "1"), ("m", "-3")] of "kg/m^3"; None for a text that is not a product of powers."""
    found, end = [], 0
    for match in FACTOR.finditer(unit):
        if match.start() != end:
            return None
        end = match.end()
        power = match["power"] or "1"
        if match["sign"] == "/":
            power = power[1:] if power.startswith("-") else "-" + power
        if match["name"] != "1":
            found.append((match["name"], power))
    return found if end == len(unit) else None


def typeset(unit):
    """The unit as mathematics of matplotlib, upright, with thin spaces; a text that is not a unit as it is. "" for none."""
    parts = factors(unit) if unit else []
    if parts is None:
        return escape(unit)
    words = [NAMES.get(name, name) + (f"^{{{power}}}" if power != "1" else "") for name, power in parts]
    return r"$\mathrm{" + r"\,".join(words) + "}$" if words else ""


def escape(text):
    """Text in which $ has no meaning for matplotlib, without control characters."""
    return "".join(c if c.isprintable() else "?" for c in str(text)).replace("\\", "\\\\").replace("$", r"\$")


def label(name, unit=""):
    """The label of an axis: "rho (kg m-3)"."""
    text = typeset(unit)
    return f"{escape(name)} ({text})" if text else escape(name)


def with_unit(value, unit, digits="g"):
    """"0.5 m"; the number alone without a unit."""
    return f"{value:{digits}} {unit}" if unit else f"{value:{digits}}"
