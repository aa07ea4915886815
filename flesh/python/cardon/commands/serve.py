# SPDX-License-Identifier: Apache-2.0
"""cardon serve: a web page over a folder of runs."""
from pathlib import Path

from ..errors import CardonError, printable


def execute(given):
    from ..serving.library import Library
    from ..serving.server import Server
    if not given["runs"]:                        # Path("") would be the current folder
        raise CardonError("cli/no-run", "an empty name is not a folder", help="cardon serve runs")
    root = Path(given["runs"])
    if not root.is_dir():
        raise CardonError("cli/no-run", f"{root} is not a folder", help="cardon serve runs")
    server = Server(Library(root, given["program"]), given["port"])
    print(printable(f"runs in {root}   {server.url}#{server.token}"), flush=True)
    try:
        server.serve_forever()
    finally:
        server.server_close()
