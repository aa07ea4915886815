# SPDX-License-Identifier: Apache-2.0
"""How Sphinx makes the web site from the pages that utils/site has gathered."""
import functools
import os
import re

from sphinx.util.osutil import relative_uri

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


@functools.cache
def contents_at_root(builder, **options):
    return builder._get_local_toctree(root_doc, **options)


def make_contents_once(app, page, template, context, doctree):
    """Sphinx resolves the contents of all pages for each page, a third of its time. They differ in links and in the mark of the
    page only, as long as no page has contents of its own."""
    of_page, own = context["toctree"], app.builder.get_target_uri(page)

    def entry(found):
        uri = relative_uri(own, found[2])
        return f'{found[1]}{uri}"' if uri else f'<li class="toctree-l1 current"><a class="current reference internal" href="#"'

    def group(found):
        inside = re.sub(r'(<li class="toctree-l1"><a class="reference internal" href=")([^"]*)"', entry, found[1])
        return f'<ul class="current">{inside}' if 'href="#"' in inside else f"<ul>{inside}"

    def toctree(**options):
        contents = contents_at_root(app.builder, **options)
        return of_page(**options) if "toctree-l2" in contents else re.sub("(?s)<ul>(.*?</ul>)", group, contents)

    context["toctree"] = toctree


def setup(app):
    # Before the theme.
    app.connect("html-page-context", make_contents_once, priority=400)
