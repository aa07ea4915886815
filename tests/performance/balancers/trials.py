# SPDX-License-Identifier: Apache-2.0
"""What `cardon balance` says, as numbers, and tables in Markdown."""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402


def balance(balancers, *flags, parameters=(), **options):
    """Figures by balancer. Options are those of the command, with _ for -."""
    words = ["balance", *balancers, *parameters, *flags, "--json"]
    for name, value in options.items():
        words += ["--" + name.replace("_", "-"), *map(str, value if isinstance(value, list) else [value])]
    result = cardon_run.call(words, timeout=1800)
    if result.code:
        sys.exit(result.report())
    return {trial["balancer"]: trial for trial in json.loads(result.out)}


def one(balancer, *flags, **options):
    return balance([balancer], *flags, **options)[balancer]


def table(header, rows):
    print("| " + " | ".join(header) + " |")
    print("|" + "---|" * len(header))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")
    print()


def counted(number, what):
    return f"{number} {what}{'' if number == 1 else 's'}"


def ms(seconds, digits=4):
    return f"{1e3 * seconds:.{digits}g}"


class Checks:
    """Conditions that are all tried before the program says which of them do not hold."""

    def __init__(self):
        self.count, self.failed = 0, []

    def that(self, holds, what):
        self.count += 1
        if not holds:
            self.failed.append(what)

    def report(self):
        print(f"{self.count - len(self.failed)} of {self.count} conditions hold")
        for what in self.failed:
            print("failed:", what)
        return 1 if self.failed else 0
