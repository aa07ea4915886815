#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardon serve`: its lists are those of `cardon list runs`, nothing but pictures of runs leaves their folders, only who has the
token sees anything, and the page works in a browser. CARDON_SCREENSHOTS=DIR keeps pictures of it."""
import json
import os
import signal
import socket
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from live_run import PATIENCE
import accessible
import browser
import cardon_run
from browser import wait_for

WAVE = {"title": "<b>Small</b> wave", "thorns": ["WaveToy"], "grid": {"points": [16, 16]}, "time": {"stop": {"iterations": 4}},
        "output": {"scalars": {"every": 1}, "slices": {"every": 2}}}

LONG_TITLE = "A pulse in a box whose walls reflect it, for the comparison of three widths with the solution of the book"


class Served:
    def __init__(self, folder):
        self.process = subprocess.Popen([str(cardon_run.BINARY), "serve", "runs"], cwd=folder, env=cardon_run.environment(),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[-1]
        self.url, self.token = self.address.split("#")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def request(self, path, query=(), token=None, headers=(), method="GET"):
        address = self.url + path + ("?" + urllib.parse.urlencode(list(query)) if query else "")
        headers = {"Authorization": f"Bearer {self.token if token is None else token}", **dict(headers)}
        try:
            with urllib.request.urlopen(urllib.request.Request(address, headers=headers, method=method), timeout=PATIENCE) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def get(self, path, *query):
        status, _, body = self.request("api/v1/" + path, query)
        assert status == 200, (path, status, body)
        return json.loads(body)


def check_lists(served, folder):
    for conditions in ([], ["WaveToy.width>=0.2"], ["status=finished", "WaveToy::width<0.2"], ["title=nothing"]):
        listed = json.loads(cardon_run.call(["list", "runs", "runs", *conditions, "--json"], cwd=folder).out)
        rows = served.get("runs", *[("where", word) for word in conditions])
        for row in rows:
            assert row.pop("started").startswith("20")
        assert rows == [{**row, "run": row["run"].removeprefix("runs/")} for row in listed], (rows, listed)
    assert len(served.get("runs")) == 3
    for word in ("nonsense", "--help", "/etc", "a b=1"):
        assert served.request("api/v1/runs", [("where", word)])[0] == 400, word


def check_run(served, folder):
    run = served.get("run", ("run", "w/width-0.1"))
    assert (run["iteration"], run["status"], run["title"]) == (4, "finished", WAVE["title"])
    assert run["pictures"] == [f"slices/phi.xy.it{n:06d}.png" for n in (4, 2, 0)], "the newest comes first"
    status, headers, body = served.request("api/v1/picture", [("run", "w/width-0.1"), ("file", run["pictures"][-1])])
    assert (status, headers["Content-Type"]) == (200, "image/png")
    assert body == (folder / "runs/w/width-0.1" / run["pictures"][-1]).read_bytes()
    rows = {row["name"]: row for row in served.get("compare", ("run", "w/width-0.1"), ("run", "w/width-0.2"))}
    assert rows["WaveToy::width"] == {"name": "WaveToy::width", "values": ["0.1", "0.2"], "differs": True}
    assert not rows["WaveToy::speed"]["differs"]


def check_secrets(served, folder):
    (folder / "secret.png").write_text("secret")
    (folder / "runs/w/width-0.1/slices/link.png").symlink_to(folder / "secret.png")
    for run in ("..", "", "/", "w", "w/width-0.1/..", "../runs/w/width-0.1", str(folder / "runs/w/width-0.1"), "w/\0"):
        for path in ("run", "compare", "picture"):
            assert served.request(f"api/v1/{path}", [("run", run), ("file", "parfile.yaml")])[0] in (400, 404), (run, path)
    for file in ("parfile.yaml", "../../secret.png", "slices/../parfile.yaml", "slices/link.png", "slices", "/etc/passwd", "slices/\0"):
        status, _, body = served.request("api/v1/picture", [("run", "w/width-0.1"), ("file", file)])
        assert status == 404 and b"secret" not in body, (file, status)
    for path in ("api/v1/runs", "api/v1/run", "api/v1/nothing", "../etc/passwd", "serve.py", "%2e%2e/%2e%2e/etc/passwd"):
        assert served.request(path, token="")[0] == 401 and served.request(path, token="0" * 32)[0] == 401, path
    host = served.url.split("/")[2]
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"}, {"Host": f"{host}.evil.example"}):
        for path in ("", "api/v1/runs"):
            assert served.request(path, headers=headers)[0] == 403, headers
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert served.request("api/v1/runs", method=method)[0] == 501, method
    for path in ("", "serve.js", "api/v1/runs", "api/v1/nothing"):
        headers = served.request(path)[1]
        assert headers["X-Frame-Options"] == "DENY" and "default-src 'none'" in headers["Content-Security-Policy"], path


def check_slow_clients(served):
    port = int(served.url.split(":")[2].rstrip("/"))
    slow = [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) for _ in range(30)]
    for peer in slow:
        peer.sendall(b"GET / HTTP/1.1\r\nHost:")
    assert len(served.get("runs")) == 3
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as peer:
        peer.sendall(b"GET /" + b"a" * 200000 + b" HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n")
    for peer in slow:
        peer.close()
    assert len(served.get("runs")) == 3


def check_page(served):
    from selenium.webdriver.common.by import By
    driver = browser.start()

    def text(selector):
        return driver.execute_script("return document.querySelector(arguments[0])?.innerText || ''", selector)

    def fits():
        return driver.execute_script("const box = document.querySelector('#runs'); return box.scrollWidth <= box.clientWidth")

    def keep(name):
        if folder := os.environ.get("CARDON_SCREENSHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            driver.save_screenshot(str(Path(folder) / f"{name}.png"))
    try:
        driver.get(served.address)
        wait_for(lambda: "3 runs" in text("#runs"))
        assert LONG_TITLE in text("#runs")
        assert fits(), "a long title leaves room for the columns behind it"
        assert "<b>Small</b> wave" in text("#runs"), "titles are text"
        driver.find_element(By.CSS_SELECTOR, "#where").send_keys("WaveToy.width>=0.2\n")
        wait_for(lambda: "2 runs" in text("#runs"))
        assert fits(), "and for those of conditions"
        accessible.check(driver, "serve-search")
        keep("serve-search")
        for box in driver.find_elements(By.CSS_SELECTOR, "#runs input[type=checkbox]"):
            box.click()
        driver.find_element(By.ID, "compare").click()
        wait_for(lambda: "WaveToy::width" in text("#detail"))
        assert "WaveToy::speed" not in text("#detail"), "those that are equal are hidden"
        accessible.check(driver, "serve-compare")
        keep("serve-compare")
        driver.find_element(By.ID, "all").click()
        wait_for(lambda: "WaveToy::speed" in text("#detail"))
        driver.find_element(By.CSS_SELECTOR, "[data-run='w/width-0.3']").click()
        images = wait_for(lambda: driver.find_elements(By.CSS_SELECTOR, "#detail img"))
        wait_for(lambda: driver.execute_script("return arguments[0].naturalWidth", images[0]) == 900)
        accessible.check(driver, "serve-run")
        keep("serve-run")
        driver.find_element(By.CSS_SELECTOR, "#where").send_keys(" nonsense\n")
        wait_for(lambda: "is not a condition" in text("#problem"))
        loud = [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE" and "400" not in entry["message"]]
        assert not loud, loud
        driver.get("about:blank")
        driver.get(served.url)
        wait_for(lambda: "token" in text("#problem"))
    finally:
        driver.quit()


def check_start(folder):
    for words, slug in ((["nowhere"], "cli/no-run"), (["runs", "--port", "0"], "cli/usage")):
        result = cardon_run.call(["serve", *words], cwd=folder)
        assert (result.code, f"[{slug}]" in result.err) == (2, True), result.report()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = cardon_run.call(["serve", "runs", "--port", taken.getsockname()[1]], cwd=folder)
        assert (result.code, "[page/port]" in result.err) == (4, True), result.report()


def main():
    browser.require()
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "w.yaml", WAVE)
        for width, words in (("0.1", []), ("0.2", []), ("0.3", [f"title={LONG_TITLE}"])):
            result = cardon_run.call(["run", file, f"WaveToy.width={width}", *words, "--out", f"runs/w/width-{width}", "--quiet"], cwd=folder)
            assert result.code == 0, result.report()
        check_start(folder)
        with Served(folder) as served:
            check_lists(served, folder)
            check_run(served, folder)
            check_secrets(served, folder)
            check_slow_clients(served)
            check_page(served)
            served.process.send_signal(signal.SIGINT)
            assert served.process.wait(PATIENCE) == 130


if __name__ == "__main__":
    main()
