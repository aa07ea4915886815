#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pictures on flesh/doc/live-page.md can be taken again: every one that the page or the gallery shows is made, of its size, and
is not an empty sheet."""
import re
import struct
import sys
from pathlib import Path

import browser
import cardon_run

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "flesh/doc/images"))
browser.require()
import draw_pages  # noqa: E402


def main():
    shown = set(re.findall(r"images/live-page/([\w-]+)\.png", (SOURCE / "flesh/doc/live-page.md").read_text()))
    with cardon_run.folder() as folder:
        draw_pages.draw(folder)
        taken = {path.stem: path.read_bytes() for path in folder.glob("*.png")}
    assert shown <= set(taken), f"not taken: {shown - set(taken)}"
    for name, data in taken.items():
        width, _ = struct.unpack(">II", data[16:24])
        assert width == (360 if name.startswith("phone-") else 1100), (name, width)
        assert len(data) > 8000, f"{name} is empty"


if __name__ == "__main__":
    main()
