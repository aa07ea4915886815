#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What somebody on the same computer may try against the page of a run: nothing leaves the run, nothing changes it, and it ends
when it should."""
import socket
import time
from urllib.parse import urlsplit

from live_run import LiveRun, wait_for
import cardon_run

CONFIG = {
    "title": "attacked",
    "thorns": ["WaveToy"],
    "grid": {"points": [24, 24, 24]},
    "time": {"stop": {"iterations": 100000000}},
    "output": {"slices": {"every": 100}},
}


def connection(run):
    return socket.create_connection((urlsplit(run.url).hostname, urlsplit(run.url).port), timeout=30)


def raw(run, text):
    """The first bytes of the answer to bytes; empty: the server hung up, or waits for more."""
    with connection(run) as peer:
        peer.settimeout(0.5)
        try:
            peer.sendall(text)
            return peer.recv(65536)
        except (ConnectionError, TimeoutError):
            return b""


def check_without_rights(run):
    for path in ("api/v1/state", "api/v1/log", "api/v1/events", "metrics"):
        for token in ("x", "0" * 32, run.note["token"][:-1], run.note["token"] + "0"):
            assert run.request(path, token=token)[0] == 401, (path, token)
        # A token in the address would get into histories and logs of proxies.
        assert run.request(f"{path}?token={run.note['token']}", token="x")[0] == 401


def check_other_sites(run):
    """Cross-site requests, and a name of another site that leads to this computer."""
    host = f"{urlsplit(run.url).hostname}:{urlsplit(run.url).port}"
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": f"https://{host}"},
                    {"Host": "evil.example"}, {"Host": f"{host}.evil.example"}):
        assert run.request("api/v1/state", headers=headers)[0] == 403, headers
    answer = raw(run, f"OPTIONS /api/v1/state HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\n"
                      "Access-Control-Request-Method: POST\r\n\r\n".encode())
    assert b"Access-Control-Allow" not in answer, answer


def check_paths(run):
    for path in ("api/v1/slices/../resolved.yaml", "api/v1/slices/..%2fresolved.yaml", "api/v1/slices/%2e%2e/page.json",
                 "api/v1/slices//etc/passwd", "../../etc/passwd", "api/v1/slices/..", "page.json", "api/v1/slices/%00.png"):
        status, _, body = run.request(path)
        assert status in (400, 403, 404) and b"token" not in body and b"root:" not in body, (path, status, body)


def check_headers(run):
    for path in ("", "page.js", "api/v1/state", "nothing"):
        headers = run.request(path)[1]
        assert headers["X-Frame-Options"] == "DENY", path
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"


def check_methods(run):
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert run.request("api/v1/state", method=method, body=b"{}")[0] in (404, 405), method


def check_steering(run):
    """Only who has the token for steering changes the run, by a request that no form of another page can send."""
    good = {"X-Cardon-Steering": "1", "Content-Type": "application/json"}
    steering, body = run.note["steering_token"], b'{"do": "stop"}'

    def post(token=steering, headers=good, body=body, method="POST", path="api/v1/steering"):
        return run.request(path, token=token, headers=headers, method=method, body=body)[0]
    assert steering != run.note["token"]
    for token in (run.note["token"], "x", "0" * 32, steering[:-1]):
        assert post(token=token) == 401, token
    assert post(headers={"Content-Type": "application/json"}) == 403
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert post(headers={**good, "Content-Type": kind}) == 415, kind
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"}):
        assert post(headers={**good, **headers}) == 403, headers
    assert post(body=b"x" * 3000) == 413 and post(body=b"{") == 400 and post(body=b"") == 400
    for wrong in (b"[]", b"{}", b'{"do": "fly"}', b'{"set": ["grid.points=[1,1]"]}', b'{"id": "../../x", "do": "fly"}'):
        assert post(body=wrong) == 422, wrong
    for method in ("PUT", "DELETE", "PATCH"):
        assert post(method=method) == 405, method
    assert post(method="GET", body=None) == 401 and post(method="GET", token=run.note["token"], body=None) == 404
    assert post(path="api/v1/state") == 405
    # The token for steering shows nothing.
    assert run.request("api/v1/state", token=steering)[0] == 401
    assert not (run.out / "steering.jsonl").exists() and run.process.poll() is None
    assert sorted(path.name for path in run.out.glob("steering/*")) == []


def check_sizes(run):
    host = b"Host: 127.0.0.1\r\n"
    for text in (b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n" + host + b"\r\n",
                 b"GET / HTTP/1.1\r\n" + host + b"X: " + b"b" * 100000 + b"\r\n\r\n",
                 b"GET / HTTP/1.1\r\n" + host + b"Range: bytes=" + b"0-0," * 1500 + b"0-0\r\n\r\n",
                 b"POST /api/v1/state HTTP/1.1\r\n" + host + b"Content-Length: 99999999999\r\n\r\n",
                 b"\x16\x03\x01\x02\x00\x01\x00" + bytes(range(256)), b"\r\n" * 1000, b"GET\r\n\r\n"):
        raw(run, text)
        assert run.request("api/v1/state")[0] == 200, text[:40]


def check_many_connections(run):
    """More connections than the page takes at a time: the others wait until one ends, and the run goes on."""
    first = run.get("state")["iteration"]
    crowd = [connection(run) for _ in range(300)]
    for peer in crowd:
        peer.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")     # not complete
    assert run.get("state")["iteration"] > first, "those that wait too long make room"
    for peer in crowd:
        peer.close()


def check_slow_clients_and_end(run):
    """Half requests, dripping ones, and events that nobody takes: the page goes on for others, and the run ends at once."""
    slow = [connection(run) for _ in range(40)]
    for peer in slow:
        peer.sendall(b"GET / HTTP/1.1\r\nHost:")
    greedy = [connection(run) for _ in range(10)]
    for peer in greedy:
        peer.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {run.note['token']}\r\n\r\n".encode())
    first = run.get("state")["iteration"]
    for _ in range(5):
        for peer in slow:
            try:
                peer.sendall(b"x")
            except ConnectionError:
                pass  # the server has lost its patience
        time.sleep(0.1)
    wait_for(lambda: run.get("state")["iteration"] > first)
    start = time.monotonic()
    assert run.stop() == 75, run.screen.read_text()
    assert time.monotonic() - start < 20 * cardon_run.PATIENCE
    for peer in slow + greedy:
        peer.close()


def main():
    with cardon_run.folder() as folder, LiveRun(folder, CONFIG) as run:
        wait_for(lambda: run.get("slices"))
        check_without_rights(run)
        check_other_sites(run)
        check_paths(run)
        check_headers(run)
        check_methods(run)
        check_steering(run)
        check_sizes(run)
        check_many_connections(run)
        check_slow_clients_and_end(run)


if __name__ == "__main__":
    main()
