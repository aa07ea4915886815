#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The recipes of flesh/doc/editors.md, with the language server that they name: it underlines mistakes, completes names and describes
parameters. Skipped where yaml-language-server (npm) is not in the search path."""
import json
import queue
import re
import shutil
import subprocess
import sys
import threading
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

SKIPPED = 77
SERVER = shutil.which("yaml-language-server")
PAGE = (cardon_run.SOURCE / "flesh/doc/editors.md").read_text()
TEXT = "thorns: [WaveToy]\nWaveToy:\n  width: 0.2\n  widht: 0.3\n  \ntime: {courant: fast, stop: {iterations: 5}}\n"


def recipe(language):
    """The settings of the page's block in this language, as the server gets them."""
    block = re.search(rf"```{language}\n(.*?)```", PAGE, re.S)[1]
    if language == "json":
        return {"yaml": {"schemas": json.loads(block)["yaml.schemas"]}}
    file, pattern = re.search(r'schemas = \{\["(.*?)"\] = "(.*?)"\}', block).groups()
    return {"yaml": {"schemas": {file: pattern}}}


class Editor:
    """Talks to the server as an editor does. `settings` are its answer to what the server asks for."""

    def __init__(self, folder, settings):
        self.folder, self.settings, self.asked, self.news = folder, settings, 0, queue.Queue()
        self.process = subprocess.Popen([SERVER, "--stdio"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        threading.Thread(target=self.read, daemon=True).start()
        self.ask("initialize", processId=None, rootUri=self.uri(), workspaceFolders=[{"uri": self.uri(), "name": "parfiles"}],
                 capabilities={"workspace": {"configuration": True, "workspaceFolders": True}, "textDocument": {"publishDiagnostics": {}}})
        self.send({"method": "initialized", "params": {}})
        self.send({"method": "workspace/didChangeConfiguration", "params": {"settings": settings}})

    def uri(self, name=""):
        return f"{self.folder.as_uri()}/{name}".rstrip("/")

    def close(self):
        self.process.kill()
        self.process.communicate()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        while header := self.process.stdout.readline():
            if match := re.match(rb"Content-Length: (\d+)", header, re.I):
                while self.process.stdout.readline().strip():
                    pass
                self.take(json.loads(self.process.stdout.read(int(match[1]))))

    def take(self, message):
        if message.get("method") == "workspace/configuration":
            self.send({"id": message["id"], "result": [self.settings.get(item.get("section")) for item in message["params"]["items"]]})
        elif "method" in message and "id" in message:
            self.send({"id": message["id"], "result": None})
        else:
            self.news.put(message)

    def until(self, wanted):
        while True:
            message = self.news.get(timeout=20 * cardon_run.PATIENCE)
            if wanted(message):
                return message

    def ask(self, method, **parameters):
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": parameters})
        return self.until(lambda message: message.get("id") == self.asked)["result"]

    def open(self, text):
        """What is underlined: (line, message)."""
        document = {"uri": self.uri("a.yaml"), "languageId": "yaml", "version": 1, "text": text}
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        found = self.until(lambda message: message.get("method") == "textDocument/publishDiagnostics" and message["params"]["diagnostics"])
        return [(one["range"]["start"]["line"], one["message"]) for one in found["params"]["diagnostics"]]

    def at(self, method, line, character):
        return self.ask(f"textDocument/{method}", textDocument={"uri": self.uri("a.yaml")}, position={"line": line, "character": character})


class Recipes(unittest.TestCase):
    def check(self, settings, first_line=""):
        with cardon_run.folder() as folder:
            (folder / "cardon-schema.json").write_text(cardon_run.call(["describe", "--schema"]).out)
            editor = Editor(Path(folder).resolve(), settings)
            self.addCleanup(editor.close)
            above = first_line.count("\n")
            marked = dict(editor.open(first_line + TEXT))
            self.assertEqual(set(marked), {above + 3, above + 5}, marked)
            self.assertIn("widht", marked[above + 3])
            self.assertIn("number", marked[above + 5])
            offered = {item["label"]: item for item in editor.at("completion", above + 4, 2)["items"]}
            self.assertIn("speed", offered)
            self.assertNotIn("width", offered, "what is set already")
            self.assertIn("Wave speed", str(offered["speed"]))
            self.assertIn("default 0.1 m", str(editor.at("hover", above + 2, 3)))

    def test_vs_code_and_coc(self):
        self.check(recipe("json"))

    def test_neovim(self):
        self.check(recipe("lua"))

    def test_comment_in_the_file(self):
        self.check({"yaml": {}}, re.search(r"# yaml-language-server: .*\n", PAGE)[0])


if __name__ == "__main__":
    if not SERVER:
        print("skipped: there is no yaml-language-server; npm installs it")
        sys.exit(SKIPPED)
    unittest.main()
