# SPDX-License-Identifier: Apache-2.0
"""Runs of cardon over emulated links, several at a time, and what one learns from them.

Ranks sleep through most of their time steps (emulated_compute.per_point) and while they wait, so that several runs share a few
cores without slowing each other down. What depends on the speed of a core (codecs) asks for one run at a time. Ranks can work
instead (emulated_compute.by: work); then there is one run at a time, and E is relative to the speed at which as many ranks compute
without a network.
"""
import json
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import lru_cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

# Ranks that wait sleep anyway; to yield at every look at a message as well only lets other programs in.
cardon_run.LAUNCH_ENVIRONMENT["OMPI_MCA_mpi_yield_when_idle"] = "0"


class Failed(Exception):
    """A run did not finish."""


class Figures:
    """What one run says in its summary.json, and figures made of it. Times are in seconds."""

    def __init__(self, summary, ideal_step=None):
        """With `ideal_step`, seconds of computing every point once, from elsewhere."""
        self.summary, self.ideal_step = summary, ideal_step
        self.elapsed = summary["evolution_seconds"]
        self.steps = summary["iterations"]
        self.compute = summary["compute_seconds"]
        self.wide = [link for link in summary["links"] if link["name"] != "intra"]

    @property
    def exchanges(self):
        """Over the first wide-area link."""
        return self.wide[0]["exchanges"]

    @property
    def ideal(self):
        """Computing every point once: t_comp of the paper."""
        if self.ideal_step is not None:
            return self.ideal_step * self.steps
        return self.summary["efficiency"] * self.elapsed

    @property
    def efficiency(self):
        """t_comp / t_tot of the steps behind the first exchange. Before it nobody waits: ghost points have initial data."""
        free = 1 / (self.exchanges + 1)
        return self.ideal * (1 - free) / (self.elapsed - self.compute * free)

    @property
    def step(self):
        """Seconds per step behind the first exchange."""
        free = 1 / (self.exchanges + 1)
        return (self.elapsed - self.compute * free) / (self.steps * (1 - free))

    @property
    def communication(self):
        """Seconds in which a rank does not compute."""
        return self.elapsed - self.compute

    @property
    def message_bytes(self):
        """Of values, in one exchange of one rank over the first wide-area link."""
        return self.wide[0]["bytes_raw"] / max(1, self.wide[0]["messages"])

    @property
    def hidden(self):
        """Share of the time of messages in which ranks computed."""
        return min(link["hidden_fraction"] for link in self.wide)

    @property
    def redundant(self):
        ranks = self.summary["per_rank"]
        return sum(r["redundant_points"] for r in ranks) / sum(r["computed_points"] for r in ranks)


def behind(short, long):
    """E and seconds per step of what the longer of two runs does behind the end of the shorter one."""
    seconds = long.elapsed - short.elapsed
    return (long.ideal - short.ideal) / seconds, seconds / (long.steps - short.steps)


def communication_behind(short, long):
    """Seconds per exchange in which a rank does not compute, likewise."""
    return (long.communication - short.communication) / (long.exchanges - short.exchanges)


def ratio_behind(short, long):
    """Bytes of values / bytes sent, likewise."""
    raw, sent = (sum(run.wide[0][key] * sign for run, sign in ((long, 1), (short, -1))) for key in ("bytes_raw", "bytes_sent"))
    return raw / sent


def merged(config, changes):
    """A copy of a configuration with values replaced: {"driver.overlap": "always"}."""
    result = deepcopy(config)
    for path, value in changes.items():
        *folders, key = path.split(".")
        section = result
        for name in folders:
            section = section.setdefault(name, {})
        section[key] = value
    return result


def machine(sites, latency, bandwidth="1 GB/s", naive=False):
    """Two sites with so many ranks each and one link; latency in ms."""
    return {"sites": [{"name": name, "ranks": ranks} for name, ranks in zip("ab", sites)],
            "links": [{"between": ["a", "b"], "latency": f"{latency} ms", "bandwidth": bandwidth}],
            "axis": "z", "emulate": {"naive": True} if naive else True}


def ranks_of(config):
    return sum(site["ranks"] for site in config["machine"]["sites"])


def run_in(folder, config, timeout=600, threads=False):
    """Runs a configuration in a folder that stays, with ranks that are processes or threads; returns the run folder."""
    cardon_run.write_parfile(folder / "case.yaml", config)
    result = cardon_run.call(["run", "case.yaml", "--out", "out", "--quiet", cardon_run.NO_CHECKPOINT], ranks=ranks_of(config),
                             cwd=folder, timeout=timeout, threads=threads)
    if result.code:
        raise Failed(result.report() + (folder / "case.yaml").read_text())
    return cardon_run.RunFolder(folder / "out")


def run_once(config, timeout=600, threads=False):
    """The summary of a run in which nothing is tuned."""
    with cardon_run.folder() as folder:
        return run_in(folder, {**config, "tuning": {"tuner": "none"}}, timeout, threads).summary


ALONE = {"driver.ghost_zones": 1, "driver.compression": "none", "driver.overlap": "never", "driver.blocks_per_rank": 1,
         "driver.decomposition": "fixed", "time.stop.iterations": 8}


@lru_cache(maxsize=None)
def alone_step(text):
    """Seconds of computing per step, of three runs of a configuration as JSON the fastest: other work can only add to it."""
    runs = [Figures(run_once(json.loads(text))) for _ in range(3)]
    return min(run.ideal / run.steps for run in runs)


def ideal_step(config):
    """Seconds per step that computing every point once takes as many ranks that compute, without a network; measured once for
    each problem. None where ranks sleep: each run then knows by itself."""
    if config.get("emulated_compute", {}).get("by", "sleep") == "sleep":
        return None
    alone = merged(config, {**ALONE, "machine": {"sites": [{"name": "a", "ranks": ranks_of(config)}]}})
    alone.pop("tuning", None)
    return alone_step(json.dumps(alone, sort_keys=True))


def fastest_run(config, repeats, threads=False):
    """Of several runs the fastest: what else the computer does can only add to the time. The bits must agree."""
    runs = [run_once(config, threads=threads) for _ in range(repeats)]
    if any(run["checksums"] != runs[0]["checksums"] for run in runs):
        raise Failed("two equal runs give different checksums")
    return Figures(min(runs, key=lambda summary: summary["evolution_seconds"]), ideal_step(config))


class Bench:
    """How much is run, how many runs at a time, and whether ranks sleep or work. Runs that work get the cores for
    themselves. Ranks of quick runs that sleep are threads, which takes a third of the processor time."""

    def __init__(self, jobs, repeats, quick, computing_by="sleep", latencies=None, depths=None):
        """`latencies` in ms and `depths` take the place of those of a part."""
        self.jobs, self.repeats, self.quick, self.computing_by = jobs, repeats, quick, computing_by
        self.latencies, self.depths = latencies, depths
        self.threads = quick and computing_by == "sleep"

    def latencies_of(self, every, few):
        """Of a part that has so many, and so few of them with --quick."""
        return self.latencies or (few if self.quick else every)

    def depths_of(self, every, few):
        return self.depths or (few if self.quick else every)

    def run_all(self, configs, jobs=None, repeats=None):
        """Figures of all configurations, a dict like the one that comes in."""
        repeats = repeats or self.repeats
        return self.do_all(configs, lambda config: fastest_run(config, repeats, self.threads), jobs)

    def do_all(self, configs, work, jobs=None):
        """What `work` makes of all configurations, a dict like the one that comes in."""
        results = {}
        jobs = 1 if self.computing_by == "work" else jobs or self.jobs
        with ThreadPoolExecutor(max_workers=jobs) as pool:
            futures = {key: pool.submit(work, config) for key, config in configs.items()}
            for number, (key, future) in enumerate(futures.items(), 1):
                results[key] = future.result()
                print(f"\r  {number} of {len(futures)} configurations", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        return results

    def pad(self, config, step, steps=4):
        """Has ranks compute for `step` seconds per time step, without any redundant point."""
        plain = merged(config, {"driver.ghost_zones": 1, "driver.compression": "none", "time.stop.iterations": steps})
        plain.pop("emulated_compute", None)
        plain["machine"] = machine([site["ranks"] for site in config["machine"]["sites"]], 0)
        ranks = run_once(plain, threads=self.threads)["per_rank"]
        needed = statistics.mean(rank["computed_points"] - rank["redundant_points"] for rank in ranks)
        emulated = config.setdefault("emulated_compute", {})
        emulated.update(per_point=f"{1e9 * step * steps / needed:.2f} ns", by=self.computing_by)


def whole_cycles(length, at_least):
    """The smallest number of steps >= at_least that makes whole cycles of so many steps, two of them or more."""
    return length * max(2, -(-at_least // length))
