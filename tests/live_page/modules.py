# SPDX-License-Identifier: Apache-2.0
"""Modules that the distribution installs for its own interpreter."""
import importlib
import os
import sys

SKIPPED = 77


def require(name, package):
    """The module. If this interpreter has none, the test begins again with the one named as its first argument; if that has none
    either, the test is skipped."""
    try:
        return importlib.import_module(name)
    except ImportError:
        other = sys.argv[1] if len(sys.argv) > 1 else ""
        if other and os.environ.get("CARDON_TEST_PYTHON") != other:
            os.environ["CARDON_TEST_PYTHON"] = other
            os.execv(other, [other, *sys.argv])
        print(f"skipped: there is no Python module {name}; install {package}")
        sys.exit(SKIPPED)
