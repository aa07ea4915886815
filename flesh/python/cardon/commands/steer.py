# SPDX-License-Identifier: Apache-2.0
"""cardon steer: changes a run while it runs."""
import sys

from ..errors import BAD_INPUT, CardonError, printable
from ..folders import find_run
from ..steering import Refused, ask

DONE = {"pause": "the run pauses", "continue": "the run continues", "checkpoint": "a checkpoint is written",
        "replan": "the search for settings starts again", "stop": "the run stops"}


def read_request(given):
    words, action = given["words"], given.get("do")
    if not given["run"]:
        raise CardonError("cli/usage", "no run is named", help="cardon steer RUN KEY=VALUE")
    if bool(words) == bool(action):
        raise CardonError("cli/usage", "give either parameters or one of the options" if words else "nothing is asked for",
                          help="cardon steer RUN KEY=VALUE, or --pause, --continue, --step N, --checkpoint, --replan, --stop")
    if words:
        return {"set": words}
    return {"do": action, **({"steps": given["steps"]} if action == "step" else {})}


def lines_of(answer):
    after = f"after iteration {answer['iteration']}"
    if "changed" in answer:
        return [f"{after}: {p['parameter']} = {p['value']} (was {p['before']})" for p in answer["changed"]]
    if answer["do"] == "step":
        return [f"{after}: {answer['steps']} more, then the run pauses"]
    return [f"{after}: {DONE[answer['do']]}"]


def execute(given):
    what = read_request(given)
    try:
        answer = ask(find_run(given["run"]), what, given["timeout"])
    except Refused as refusal:
        sys.stderr.write("\n".join(printable(line) for line in str(refusal).splitlines()) + "\n")
        return BAD_INPUT
    for line in lines_of(answer):
        print(printable(line))
    return 0
