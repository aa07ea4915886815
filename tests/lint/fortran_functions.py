# SPDX-License-Identifier: Apache-2.0
"""Finds the procedures of a Fortran file by the lines that begin and end them."""
import re

from cpp_functions import Function

WORD = re.IGNORECASE
INTERFACE = re.compile(r"^\s*(?:abstract\s+)?interface\b", WORD)
END_INTERFACE = re.compile(r"^\s*end\s*interface\b", WORD)
# What stands before the word: "pure", "integer", "real(dp)". No quote, no comment, and not "end".
START = re.compile(r"^\s*(?!end\b)(?:[\w*]+(?:\([^()]*\))?\s+)*(?:subroutine|function)\s+(\w+)\s*(?:\(|$|&)", WORD)
END = re.compile(r"^\s*end(?:\s*(?:subroutine|function)\b.*|\s*(?:!.*)?)$", WORD)


def functions(text):
    """All procedures with a body, in the order of their ends; a procedure counts those that it contains. Those of an
    interface have none."""
    found, stack, in_interface = [], [], False
    for number, line in enumerate(text.splitlines(), 1):
        if INTERFACE.match(line):
            in_interface = True
        elif END_INTERFACE.match(line):
            in_interface = False
        elif in_interface:
            continue
        elif match := START.match(line):
            stack.append((match[1], number))
        elif stack and END.match(line):
            name, start = stack.pop()
            found.append(Function(name, start, number - start + 1))
    return found
