#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a page costs the run: 200 clients listen to its events. Processor time of threads counts, as the system accounts for it to
the nanosecond, so that other work on the machine changes little: what the threads of the page took, as a share of the time, which
a run of one rank would have to itself on a quiet machine, and as much of it as there would be if all events came in time. The
steps of the run rest. `--report` prints a row per count of clients, with steps that do not, and processor time per step with the
clients and before them."""
import resource
import selectors
import socket
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

from live_run import LEISURE_MS, LiveRun, wait_for
import cardon_run

CONFIG = {
    "title": "busy page", "thorns": ["WaveToy"], "grid": {"points": [64, 64, 64]},
    "time": {"stop": {"iterations": 100000000}}, "output": {"scalars": {"every": 10}},
}
CLIENTS, SECONDS = 200, 12 if "--report" in sys.argv else 8
TRIES = 4                                        # other work makes events cost more, never less
BEFORE = SECONDS if "--report" in sys.argv else 3     # s without clients
EVENTS_PER_SECOND = 50                           # of all clients, at most: per_client in thorns/LivePage/page_routes.cpp
MOST = 0.01                                      # of the run
MAX_GROWTH = 8 << 20                            # bytes of the run's memory, for thousands of events


class Threads:
    """Processor time of the threads of a process, s: those of the page, which have the lowest priority, and the others."""

    def __init__(self, process):
        self.folder = Path(f"/proc/{process}/task")

    def seconds(self):
        page = steps = 0.0
        for thread in self.folder.iterdir():
            try:
                nice = int((thread / "stat").read_text().rpartition(")")[2].split()[16])
                spent = int((thread / "schedstat").read_text().split()[0]) * 1e-9
            except (OSError, IndexError):
                continue                         # it has ended meanwhile
            if nice == 19:
                page += spent
            else:
                steps += spent
        return page, steps

    def memory(self):
        """Bytes."""
        return int((self.folder.parent / "statm").read_text().split()[1]) * resource.getpagesize()


class Clients:
    """So many connections that take all events and look at none of them but for counting."""

    def __init__(self, run, count):
        place = urlsplit(run.url)
        self.events = [0] * count
        self.selector = selectors.DefaultSelector()
        self.peers = []
        text = (f"GET /api/v1/events HTTP/1.1\r\nHost: {place.hostname}\r\n"
                f"Authorization: Bearer {run.note['token']}\r\n\r\n").encode()
        for number in range(count):
            peer = socket.create_connection((place.hostname, place.port), timeout=30)
            peer.sendall(text)
            peer.setblocking(False)
            self.selector.register(peer, selectors.EVENT_READ, number)
            self.peers.append(peer)

    def listen(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not self.peers:
                time.sleep(left)
            for key, _ in self.selector.select(left):
                data = key.fileobj.recv(1 << 16)
                assert data, "the run has hung up"
                self.events[key.data] += data.count(b"event: state")

    def close(self):
        self.selector.close()
        for peer in self.peers:
            peer.close()


def measure(run, threads, clients, seconds):
    """s of processor time for the page, and for a step, and the share of the page in the time of one core, as it was and as it
    would be on a quiet machine."""
    page, steps = threads.seconds()
    first, begun, events = run.get("state")["iteration"], time.monotonic(), sum(clients.events)
    clients.listen(seconds)
    while clients.peers and sum(clients.events) - events < len(clients.peers):
        assert time.monotonic() - begun < seconds + 60 * cardon_run.SLOWER, "events stay away"
        clients.listen(1)
    last, events = run.get("state")["iteration"], sum(clients.events) - events
    page, steps = (now - before for now, before in zip(threads.seconds(), (page, steps)))
    share = page / (time.monotonic() - begun)
    return page, steps / (last - first), max(share, EVENTS_PER_SECOND * page / events if clients.peers else 0)


def row(name, run, threads, clients, seconds):
    page, step, share = measure(run, threads, clients, seconds)
    print(f"{name}: page {1e3 * page:.1f} ms of processor time, {100 * share:.3f} % of a core; "
          f"{1e3 * step:.4f} ms of processor time per step; {sum(clients.events)} events", flush=True)
    return step, share


def listen_until_all_are_served(clients, events):
    end = time.monotonic() + 30 * cardon_run.PATIENCE
    while min(clients.events) < events and time.monotonic() < end:
        clients.listen(0.5)


def main():
    report = "--report" in sys.argv
    with cardon_run.folder() as folder, LiveRun(folder, CONFIG, rest_ms=0 if report else LEISURE_MS) as run:
        wait_for(lambda: run.get("state")["iteration"] > 20)
        threads = Threads(run.process.pid)
        nobody = Clients(run, 0)
        before, _ = row("no client", run, threads, nobody, BEFORE)
        for count in (1, 20, CLIENTS) if report else (CLIENTS,):
            clients = Clients(run, count)
            listen_until_all_are_served(clients, 1)
            memory = threads.memory()
            for _ in range(TRIES):
                step, share = row(f"{count} clients", run, threads, clients, SECONDS)
                if share < MOST:
                    break
            assert share < MOST, f"{count} clients cost {100 * share:.2f} % of the run"
            listen_until_all_are_served(clients, 3)
            assert min(clients.events) > 2, "somebody was left out"
            growth = threads.memory() - memory
            assert growth < MAX_GROWTH, f"the run grew by {growth} bytes"
            print(f"  processor time per step against that without a client: {100 * (step / before - 1):+.2f} %", flush=True)
            if count == CLIENTS:
                start = time.monotonic()
                assert run.stop() == 75, run.screen.read_text()
                assert time.monotonic() - start < 20 * cardon_run.PATIENCE, "the run waited for its clients"
            clients.close()


if __name__ == "__main__":
    main()
