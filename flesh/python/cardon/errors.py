# SPDX-License-Identifier: Apache-2.0
"""Errors that a user can cause, in the one format of Cardon (flesh/doc/errors.md)."""
import difflib

SLUG_COLUMN = 76
BAD_INPUT, ENVIRONMENT = 2, 4                    # exit codes
MAX_LISTED = 40                                  # names in a message


class CardonError(Exception):
    """What is wrong, why, and what to do. `slug` is a stable name with an entry in errors.md."""

    def __init__(self, slug, message, notes=(), hint="", help="", exit_code=BAD_INPUT):
        super().__init__(message)
        self.slug, self.message, self.notes = slug, message, list(notes)
        self.hint, self.help, self.exit_code = hint, help, exit_code

    def __str__(self):
        return format_problem(self).rstrip("\n")


def printable(text):
    """Without control characters, which could rewrite the screen."""
    return "".join(c if c.isprintable() else "?" for c in str(text))


def format_problem(error):
    """The message as the program prints it: message and slug, hint, notes, help."""
    line = "error: " + printable(error.message)
    gap = 2 if len(line) + 2 > SLUG_COLUMN else SLUG_COLUMN - len(line)
    lines = [line + " " * gap + f"[{error.slug}]"]
    if error.hint:
        lines.append("   " + printable(error.hint))
    lines += ["   " + printable(note) for note in error.notes]
    if error.help:
        lines.append("   help: " + printable(error.help))
    return "\n".join(lines) + "\n"


def did_you_mean(word, names):
    """A suggestion for a misspelt word, or an empty text."""
    close = difflib.get_close_matches(str(word), list(names), n=1, cutoff=0.6)
    return f"did you mean {close[0]}?" if close else ""


class UnknownName(CardonError, KeyError):
    """A name that does not exist, where a dict raises KeyError. The message lists the names that do."""


def unknown_name(message, name, names, kind):
    """The error for `name`, which is none of `names`; `kind` heads their list: "columns", "fields"."""
    names = [str(one) for one in names]
    listed = ", ".join(names[:MAX_LISTED]) + (f", ... ({len(names)} in all)" if len(names) > MAX_LISTED else "")
    return UnknownName("run/no-name", message, hint=did_you_mean(name, names), notes=[f"{kind}: {listed or 'none'}"])


class Named(dict):
    """A dict whose error for a key that it lacks lists the keys. `owner` and `kind` name it there: "run runs/wave/0001", "probes"."""

    def __init__(self, owner, kind, entries=()):
        super().__init__(entries)
        self.owner, self.kind = owner, kind

    def __missing__(self, key):
        raise unknown_name(f"{self.owner} has no {key} among its {self.kind}", key, self, self.kind)


def require(module, package, purpose):
    """Imports a module. Raises CardonError "environment/python-package", which says what to install, if it is missing."""
    from importlib import import_module
    try:
        return import_module(module)
    except ImportError as missing:
        raise CardonError("environment/python-package", f"{purpose} needs the Python package {module.split('.')[0]}",
                          notes=[str(missing)], exit_code=ENVIRONMENT,
                          help=f"apt-get install {package}, or pip install {module.split('.')[0]}") from missing
