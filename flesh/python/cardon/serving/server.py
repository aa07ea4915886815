# SPDX-License-Identifier: Apache-2.0
"""An HTTP server on loopback for one user: the rules are those of the live page (flesh/doc/live-page.md)."""
import json
import secrets
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from ..errors import ENVIRONMENT, CardonError

WEB = Path(__file__).parent / "web"
ASSETS = {"/": ("index.html", "text/html; charset=utf-8"), "/serve.js": ("serve.js", "text/javascript; charset=utf-8"),
          "/serve.css": ("serve.css", "text/css; charset=utf-8"), "/icon.svg": ("icon.svg", "image/svg+xml")}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
                               "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-store"}
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
PATIENCE = 5                                     # s with a client that sends or takes nothing
MAX_CLIENTS = 64
LONGEST_ADDRESS = 8192


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD. Everything but the page itself, which holds nothing of the runs, needs the token."""
    timeout = PATIENCE
    server_version, sys_version, protocol_version = "cardon", "", "HTTP/1.1"

    def log_message(self, *_):
        pass                                     # addresses belong in no log

    def _send(self, status, kind, body):
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_error(self, code, message=None, explain=None):
        self.close_connection = True
        self._send(code, "application/json; charset=utf-8", json.dumps({"error": message or "there is nothing here"}).encode())

    def _foreign(self):
        """Why a request cannot be of this user's page; empty: it can."""
        host = self.headers.get("Host", "")
        name, _, port = host.rpartition(":")
        if name not in LOOPBACK or not port.isdigit():
            return "the header Host must name this computer as localhost or 127.0.0.1"
        if self.headers.get("Origin") not in (None, f"http://{host}"):
            return "the request comes from a page of another site"
        return ""

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        if why := self._foreign():
            return self.send_error(403, why)
        if len(self.path) > LONGEST_ADDRESS:
            return self.send_error(414, "the address is too long")
        address = urlsplit(self.path)
        if address.path in ASSETS:
            name, kind = ASSETS[address.path]
            return self._send(200, kind, (WEB / name).read_bytes())
        given = self.headers.get("Authorization", "")
        if not secrets.compare_digest(given.encode(), f"Bearer {self.server.token}".encode()):
            return self.send_error(401, "send the header Authorization: Bearer TOKEN")
        try:
            kind, body = self._answer(unquote(address.path), parse_qs(address.query, keep_blank_values=True, max_num_fields=64))
        except KeyError:
            return self.send_error(404)
        except (CardonError, ValueError) as error:
            return self.send_error(400, getattr(error, "message", str(error)))
        except OSError as error:
            return self.send_error(500, error.strerror)
        self._send(200, kind, body)

    def _answer(self, path, query):
        library = self.server.library
        if path == "/api/v1/picture":
            return library.picture(query["run"][0], query["file"][0])
        if path == "/api/v1/runs":
            made = library.runs(query.get("where", []))
        elif path == "/api/v1/run":
            made = library.standing(query["run"][0])
        elif path == "/api/v1/compare":
            made = library.compare(query.get("run", []))
        else:
            raise KeyError(path)
        return "application/json; charset=utf-8", json.dumps(made).encode()


class Server(ThreadingHTTPServer):
    """On 127.0.0.1; port 0: a free one. Raises CardonError "page/port"."""
    daemon_threads = True

    def __init__(self, library, port=0):
        self.library, self.token = library, secrets.token_hex(16)
        self._room = threading.BoundedSemaphore(MAX_CLIENTS)
        try:
            super().__init__(("127.0.0.1", port), Handler)
        except OSError as error:
            raise CardonError("page/port", f"cannot listen at 127.0.0.1 port {port}: {error.strerror}", exit_code=ENVIRONMENT,
                              help="another program may use the port; without --port a free one is taken") from error

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/"

    def process_request(self, request, client_address):
        if self._room.acquire(timeout=PATIENCE):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request, client_address):
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request, client_address):
        pass                                     # a client has left
