# SPDX-License-Identifier: Apache-2.0
"""What goes wrong in the test bed, with the exit code it leads to."""

USAGE = 2
ENVIRONMENT = 4


class Problem(Exception):
    """The message is a sentence for the person at the terminal."""

    def __init__(self, message, code=USAGE):
        super().__init__(message)
        self.code = code
