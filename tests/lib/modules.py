# SPDX-License-Identifier: Apache-2.0
"""Modules that the distribution installs for its own interpreter."""
import importlib
import os
import sys

SKIPPED = 77


def require(name, package):
    """The module. If this interpreter has none, the program begins again with the one named as its first argument, else with that
    of the system; if that has none either, the test is skipped."""
    try:
        return importlib.import_module(name)
    except ImportError:
        other = next((word for word in (*sys.argv[1:2], "/usr/bin/python3") if os.access(word, os.X_OK)), "")
        if other and os.environ.get("CARDON_TEST_PYTHON") != other:
            os.environ["CARDON_TEST_PYTHON"] = other
            os.execv(other, [other, *sys.argv])
        print(f"skipped: there is no Python module {name}; install {package}")
        sys.exit(SKIPPED)
