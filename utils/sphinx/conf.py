# SPDX-License-Identifier: Apache-2.0
"""How Sphinx makes the web site from the pages that utils/site has gathered."""
import os

project = "Cardon"
author = "The Cardon developers"
copyright = author
version = release = os.environ["CARDON_VERSION"]
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
# As GitHub names the anchors of headings.
myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]
# Code that no highlighter knows and lists of headings of one level are not mistakes; broken links are.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]
highlight_language = "none"
html_theme = "furo"
html_title = f"Cardon {version}"
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
# The README is the front page; utils/site appends the contents to its copy.
root_doc = "README"
