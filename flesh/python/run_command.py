# SPDX-License-Identifier: Apache-2.0
"""What the program `cardon` starts for its verbs that are written in Python: run_command.py VERB JSON. The program has checked
the command line already; JSON holds its options."""
import sys

from cardon.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
