#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The live page at an address other than loopback: over TLS only, with a certificate whose sum is printed, or with that of the user;
all that the page does works, and nobody holds up the run. 127.0.0.2 leads to this computer only, but the page treats it as it does
any other address."""
import hashlib
import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
import warnings
from urllib.parse import urlsplit

from live_run import LiveRun, wait_for
import cardon_run

sys.path.insert(0, str(cardon_run.SOURCE / "flesh/python"))
from cardon import standing  # noqa: E402

ADDRESS = "127.0.0.2"
CONFIG = {
    "title": "over TLS",
    "thorns": ["WaveToy"],
    "grid": {"points": [16, 16, 16]},
    "time": {"stop": {"iterations": 100000000}},
    "output": {"scalars": {"every": 10}, "slices": {"every": 100}},
}
OPENSSL = shutil.which("openssl")
AUTHORITY = f"""
[ca]
default_ca = own
[own]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
x509_extensions = names
[any]
commonName = supplied
[names]
subjectAltName = IP:{ADDRESS}
"""
FINGERPRINT = re.compile(r"certificate SHA-256 ((?:[0-9A-F]{2}:){31}[0-9A-F]{2})")


def certificate_of(run):
    """In PEM format, as a user would fetch it with openssl s_client."""
    return ssl.get_server_certificate((urlsplit(run.url).hostname, urlsplit(run.url).port))


def sum_of(pem):
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest()


class Client:
    """A connection of a client that trusts the given certificate and nothing else."""

    def __init__(self, run, pem, **versions):
        self.run = run
        self.context = ssl.create_default_context(cadata=pem)
        for name, value in versions.items():
            setattr(self.context, name, value)
        self.context.set_ciphers("ALL:@SECLEVEL=0")                  # of this client: it would speak TLS 1.1
        self.place = (urlsplit(run.url).hostname, urlsplit(run.url).port)

    def __enter__(self):
        self.peer = self.context.wrap_socket(socket.create_connection(self.place, timeout=30), server_hostname=self.place[0])
        return self

    def __exit__(self, *_):
        self.peer.close()

    def send(self, path, token=None, headers=(), body=b"", method="GET"):
        headers = {"Host": urlsplit(self.run.url).netloc, "Authorization": f"Bearer {token or self.run.note['token']}",
                   "Content-Length": len(body), "Connection": "close", **dict(headers)}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.peer.sendall(f"{method} /{path} HTTP/1.1\r\n{lines}\r\n".encode() + body)

    def receive(self, until=None):
        """All bytes, or those until a text comes."""
        data = b""
        while until is None or until not in data:
            more = self.peer.recv(65536)
            if not more:
                break
            data += more
        return data


def ask(run, pem, path, **given):
    """Status and body."""
    with Client(run, pem) as client:
        client.send(path, **given)
        head, _, body = client.receive().partition(b"\r\n\r\n")
        return int(head.split()[1]), body


def check_certificate(run):
    """The sum on the screen is that of the certificate, which is for the address, and whose key is in no file."""
    pem = certificate_of(run)
    printed = FINGERPRINT.search(run.screen.read_text())
    assert printed and printed[1].replace(":", "").lower() == sum_of(pem), run.screen.read_text()
    assert run.url.startswith(f"https://{ADDRESS}:") and run.url in run.screen.read_text()
    assert run.note["certificate_sha256"] == printed[1]
    assert not [path for path in run.out.rglob("*") if path.is_file() and b"PRIVATE KEY" in path.read_bytes()]
    with Client(run, pem) as client:                                 # verifies certificate, dates and address
        shown = client.peer.getpeercert()
        assert ("IP Address", ADDRESS) in shown["subjectAltName"] and ("IP Address", "127.0.0.1") in shown["subjectAltName"], shown
    return pem


def check_versions(run, pem):
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        with Client(run, pem, minimum_version=version, maximum_version=version) as client:
            assert client.peer.version() == version.name.replace("_", "."), client.peer.version()
    if not ssl.HAS_TLSv1_1:
        return print("this client cannot speak TLS 1.1")
    warnings.filterwarnings("ignore", "ssl.TLSVersion", DeprecationWarning)
    try:
        with Client(run, pem, minimum_version=ssl.TLSVersion.TLSv1_1, maximum_version=ssl.TLSVersion.TLSv1_1):
            raise AssertionError("TLS 1.1 was accepted")
    except ssl.SSLError as error:
        assert "PROTOCOL_VERSION" in str(error), error               # the alert of the server


def check_plain_http(run):
    with socket.create_connection((urlsplit(run.url).hostname, urlsplit(run.url).port), timeout=30) as peer:
        peer.sendall(f"GET /api/v1/state HTTP/1.1\r\nHost: {ADDRESS}\r\nAuthorization: Bearer {run.note['token']}\r\n\r\n".encode())
        answer = b"".join(iter(lambda: peer.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 400 ") and b"https" in answer and b"iteration" not in answer, answer


def check_answers(run, pem):
    for path in ("", "page.js", "api/v1/scalars", "api/v1/parameters", "api/v1/log"):
        assert ask(run, pem, path)[0] == 200, path
    status, body = ask(run, pem, "metrics")
    assert status == 200 and b"cardon_iteration " in body
    file = wait_for(lambda: json.loads(ask(run, pem, "api/v1/slices")[1]))[0]["pictures"][0]["file"]
    assert ask(run, pem, f"api/v1/slices/{file}") == (200, (run.out / "slices" / file).read_bytes())
    assert ask(run, pem, "api/v1/state", token="0" * 32)[0] == 401
    netloc = urlsplit(run.url).netloc
    assert ask(run, pem, "api/v1/state", headers={"Origin": f"https://{netloc}"})[0] == 200
    for origin in (f"http://{netloc}", "https://evil.example", "null"):
        assert ask(run, pem, "api/v1/state", headers={"Origin": origin})[0] == 403, origin


def check_steering(run, pem):
    headers = {"X-Cardon-Steering": "1", "Content-Type": "application/json"}
    status, body = ask(run, pem, "api/v1/steering", token=run.note["steering_token"], headers=headers, method="POST",
                       body=b'{"set": ["output.scalars.every=25"]}')
    assert status == 200 and json.loads(body)["changed"][0]["value"] == "25", body


def check_watch(run):
    """cardon watch trusts the certificate that page.json names, and sends its token to no other server."""
    page = standing.Page.of(run.out)
    assert page.get("state")["title"] == CONFIG["title"]
    page.fingerprint = page.fingerprint.translate(str.maketrans("0123456789ABCDEF", "123456789ABCDEF0"))
    assert page.get("state") is None


def check_crowd_and_end(run, pem):
    """Handshakes that stall, connections that wait, and clients that listen: others are answered, and the run ends at once."""
    place = (urlsplit(run.url).hostname, urlsplit(run.url).port)
    first = json.loads(ask(run, pem, "api/v1/state")[1])["iteration"]
    stalled = [socket.create_connection(place, timeout=30) for _ in range(30)]
    for peer in stalled[::2]:
        peer.sendall(b"\x16\x03\x01\x02\x00\x01")                    # the beginning of a hello
    listeners = [Client(run, pem).__enter__() for _ in range(5)]
    for client in listeners:
        client.send("api/v1/events")
        assert b"event: state\ndata: {" in client.receive(b"\n\n"), "each gets the state"
    waiting = [Client(run, pem).__enter__() for _ in range(5)]
    wait_for(lambda: json.loads(ask(run, pem, "api/v1/state")[1])["iteration"] > first)
    start = time.monotonic()
    assert run.stop() == 75, run.screen.read_text()
    assert time.monotonic() - start < 20 * cardon_run.PATIENCE
    assert all(b"event: end" in client.receive(b"event: end") for client in listeners)
    for client in listeners + waiting:
        client.__exit__()
    for peer in stalled:
        peer.close()


def openssl(folder, *words):
    subprocess.run([OPENSSL, *words], cwd=folder, check=True, stdin=subprocess.DEVNULL, capture_output=True)


def check_mistakes(folder, page):
    """One error for each mistake, all at once, before anything runs."""
    (folder / "text.pem").write_text("no PEM\n")
    openssl(folder, "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "other.key")
    for change, *lines in (
            ({"key": "other.key"}, r"page\.key other\.key does not belong to page\.certificate own\.pem +\[page/key\]"),
            ({"certificate": "nowhere.pem", "key": "text.pem"},
             r"cannot read page\.certificate nowhere\.pem: No such file or directory +\[page/certificate\]",
             r"page\.key text\.pem holds no private key in PEM format +\[page/key\]"),
            ({"certificate": "text.pem"}, r"page\.certificate text\.pem holds no certificate in PEM format +\[page/certificate\]")):
        config = {**CONFIG, "page": {**page, **change}}
        result = cardon_run.call(["run", cardon_run.write_parfile(folder / "bad.yaml", config), "--out", folder / "bad"], cwd=folder)
        assert result.code == 2 and not (folder / "bad").exists(), result.report()
        assert result.err.count("error: ") == len(lines), result.report()
        for line in lines:
            assert re.search(line, result.err), (line, result.report())


def make_expired(folder):
    """own.pem and own.key, for January 2020."""
    for name, text in (("ca.cnf", AUTHORITY), ("index.txt", ""), ("serial", "01\n")):
        (folder / name).write_text(text)
    openssl(folder, "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=own", "-keyout", "own.key",
            "-out", "own.csr")
    openssl(folder, "ca", "-batch", "-selfsign", "-config", "ca.cnf", "-in", "own.csr", "-keyfile", "own.key", "-notext", "-out", "own.pem",
            "-startdate", "20200101000000Z", "-enddate", "20200131000000Z")


def check_own_certificate(folder):
    """Files of the user; their certificate has expired, which is worth a warning and does not stop a run."""
    make_expired(folder)
    page = {"serve": "always", "address": ADDRESS, "certificate": "own.pem", "key": "own.key"}
    check_mistakes(folder, page)
    with LiveRun(folder, {**CONFIG, "page": page}) as run:
        assert sum_of(certificate_of(run)) == sum_of((folder / "own.pem").read_text())
        try:
            with Client(run, (folder / "own.pem").read_text()):
                raise AssertionError("a client accepts an expired certificate")
        except ssl.SSLCertVerificationError as error:
            assert "expired" in str(error), error
        assert standing.Page.of(run.out).get("state")["title"] == CONFIG["title"]
        assert run.stop() == 75, run.screen.read_text()
    assert re.search(r"page\.certificate own\.pem expired on .* GMT +\[page/expired\]", (run.out / "warnings.txt").read_text())


def check_loopback(folder):
    """Stays plain HTTP, as it needs no certificate through ssh -L."""
    with LiveRun(folder, CONFIG) as run:
        assert run.url.startswith("http://127.0.0.1:") and "certificate_sha256" not in run.note
        assert run.get("state")["title"] == CONFIG["title"] and "SHA-256" not in run.screen.read_text()


def main():
    with cardon_run.folder() as folder:
        with LiveRun(folder, {**CONFIG, "page": {"address": ADDRESS}}) as run:
            pem = check_certificate(run)
            check_versions(run, pem)
            check_plain_http(run)
            check_answers(run, pem)
            check_steering(run, pem)
            check_watch(run)
            check_crowd_and_end(run, pem)
        for name, check in (("loopback", check_loopback), ("own", check_own_certificate)):
            (folder / name).mkdir()
            if name == "own" and OPENSSL is None:
                print("there is no program openssl: certificates of users are left out")
            else:
                check(folder / name)


if __name__ == "__main__":
    main()
