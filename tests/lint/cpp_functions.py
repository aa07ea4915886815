# SPDX-License-Identifier: Apache-2.0
"""Finds the functions of a C++ file by its braces. Crude on purpose: no preprocessor, no types, but enough to measure."""
import re
from dataclasses import dataclass

# Comments and literals hold braces that mean nothing. Raw strings first, they may hold quotes.
NOISE = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/', re.DOTALL)
TYPE = re.compile(r"\b(class|struct|union|enum)\b[^()=]*$")
# Members of an initialiser list such as "Grid(int n) : points_" are followed by a brace that is not a body.
INITIALISER = re.compile(r"\)\s*(noexcept\s*)?:[^;]*\w$", re.DOTALL)


@dataclass
class Function:
    name: str
    line: int      # of the opening brace, from 1
    length: int    # lines from the opening to the closing brace


def without_noise(text):
    """The text with comments and literals blanked out, line numbers kept."""
    return NOISE.sub(lambda match: "0" + "\n" * match[0].count("\n"), text)


def kind_of(head, outer):
    """What the brace after `head` opens, inside a block of kind `outer`."""
    head = head.strip()
    if outer == "body":
        return "block"
    if re.search(r"\bnamespace\b", head) or head.endswith("extern 0"):
        return "scope"
    if INITIALISER.search(head):
        return "list"
    if TYPE.search(head):
        return "scope"
    if "(" in head and not re.search(r"=\s*$", head):
        return "body"
    return "list"


def name_of(head):
    match = re.search(r"([\w:~]+|operator[^\s(]*)\s*\(", head)
    return match[1] if match else "?"


def functions(text):
    """All functions with a body, in the order of their ends."""
    found, stack, head, line = [], [], "", 1
    for character in re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", "", without_noise(text), flags=re.MULTILINE):
        if character == "\n":
            line += 1
        if character == "{":
            outer = stack[-1][0] if stack else "scope"
            kind = "body" if outer == "block" else outer
            kind = kind_of(head, "body" if kind in ("body", "list") else "scope")
            stack.append((kind, head, line))
            head = ""
        elif character == "}":
            kind, opening, start = stack.pop() if stack else ("list", "", line)
            if kind == "body":
                found.append(Function(name_of(opening), start, line - start + 1))
            # What follows the braces of an initialiser still belongs to the same declaration.
            head = opening + "{}" if kind == "list" else ""
        elif character == ";":
            head = ""
        else:
            head += character
    return found
