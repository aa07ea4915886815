# SPDX-License-Identifier: Apache-2.0
"""H. Menon, "Adaptive Load Balancing for HPC Applications", dissertation, University of Illinois, 2016. The references of
`strategies` are those of an independent simulation with other random numbers and a load of the same kind."""
from trials import balance, ms, one, table

CLUSTERS = {"load": "clusters", "map": "slices", "sites": 1, "steps": 0, "step": 1}
STRATEGIES = ["none", "greedy", "refine", "diffusion", "hierarchical", "grapevine", "grapevine_plus"]
# Ranks: imbalance after a plan, 524,288 blocks.
IMBALANCE = {4096: (1.02, .001, .020, .14, .007, .17, .050), 8192: (1.15, .003, .020, .37, .011, .22, .050),
             16384: (1.26, .007, .020, .79, .022, .38, .050), 32768: (1.52, .015, .099, 1.18, .033, .72, .43),
             65536: (1.74, .035, .47, 1.52, .091, 1.60, 1.56), 131072: (2.33, .97, 2.24, 2.24, .97, 14.3, 2.33)}
# Load balancing per call of the AMR code on 4K to 131K cores, s.
CALLS = {"greedy or refinement (AmrLB)": (2.018, 3.321, 4.475, 7.836, 11.721, 21.147),
         "hierarchical": (9.347, 5.505, 2.120, 0.888, 0.560, 0.291), "diffusion": (.018, .017, .016, .016, .016, .015),
         "grapevine": (.012, .012, .013, .014, .016, .018), "grapevine_plus": (.012, .013, .013, .014, .016, .018)}


def strategies(check, quick=False):
    """B10: imbalance after one plan, reference / here, and the share of the blocks that move."""
    rows, costs = [], {name: [] for name in STRATEGIES[1:]}
    for ranks, reference in IMBALANCE.items():
        if quick and ranks != 4096:
            continue
        cells = []
        for name, was in zip(STRATEGIES, reference):
            blocks = 65536 if quick else 524288
            t = one(name, blocks=blocks, ranks=ranks // (8 if quick else 1), **CLUSTERS)
            moved = f", {100 * t['moved_blocks'] / blocks:.0f} %" if name != "none" else ""
            cells.append(f"{was} / {t['imbalance']:.3f}{moved}{'' if t['pays'] or name == 'none' else ', refused'}")
            if name != "none":
                costs[name].append(t["modelled_seconds"])
            if ranks == 4096 and name in ("greedy", "refine", "hierarchical", "grapevine_plus"):
                check.that(abs(t["imbalance"] - was) < 0.01, f"{name} on {ranks}: {t['imbalance']}")
            if ranks == 131072 and name == "grapevine":
                check.that(not t["pays"], "grapevine with four blocks per rank is refused")
        rows.append((ranks, *cells))
    table(("ranks", *STRATEGIES), rows)
    if quick:
        return
    print("What a plan takes, in ms: published (BG/Q, seconds per call) / here, modelled as on `ranks` processors\n")
    published = {"greedy": "greedy or refinement (AmrLB)", "refine": "greedy or refinement (AmrLB)"}
    table(("balancer", *IMBALANCE), [
        (name, *(f"{1e3 * was:.0f} / {ms(cost, 3)}" for was, cost in zip(CALLS[published.get(name, name)], costs[name])))
        for name in costs])
    for name in ("grapevine", "grapevine_plus"):
        check.that(max(costs[name]) <= 4 * min(costs[name]), f"the cost of {name} hardly grows with the ranks")


def two_sites(check, quick=False):
    """B9: 2 x 512 ranks; latency x 100 and time per byte x 20 between the sites."""
    rows, found = [], {}
    scene = {"blocks": 32768, "ranks": 1024, "sites": 2, "load": "clusters", "map": "slices", "steps": 0, "step": 1,
             "near_latency": 1e-5, "latency": 1e-3, "near_bandwidth": 1e9, "bandwidth": 5e7}
    for label, near in (("any peers", "false"), ("near peers from the third round on", "true")):
        found[label] = one("grapevine_plus", parameters=(f"BalancerGossip.near_peers={near}",), **scene)
    found["hierarchical"] = one("hierarchical", **scene)
    for label, t in found.items():
        words = t["gossip_wide_words"]
        rows.append((label, f"{t['imbalance']:.3f}", f"{8e-6 * words:.2f}" if words else "-", t["rounds"] or "-"))
    table(("gossip", "imbalance", "MB of gossip between the sites", "rounds"), rows)
    anywhere, near = list(found.values())[:2]
    check.that(abs(anywhere["imbalance"] - near["imbalance"]) <= 0.02, "near peers: same imbalance")
    check.that(5 * near["gossip_wide_words"] <= anywhere["gossip_wide_words"], "near peers: a fifth of the bytes")


def hosts(check, quick=False):
    """B11: 64 hosts with 16 ranks each, 32 blocks per rank."""
    scene = {"blocks": 32768, "ranks": 1024, "hosts": 16, **CLUSTERS}
    found = balance(["grapevine_plus", "node_aware", "greedy"], **scene)
    table(("balancer", "imbalance", "blocks to other hosts", "blocks that move"), [
        (name, f"{t['imbalance']:.3f}", int(t["moved_between_hosts"]), t["moved_blocks"]) for name, t in found.items()])
    check.that(found["node_aware"]["imbalance"] <= 0.05, "node_aware: imbalance")
    check.that(2 * found["node_aware"]["moved_between_hosts"] <= found["grapevine_plus"]["moved_between_hosts"],
               "node_aware: half of the moves between hosts")


def neighbours(check, quick=False):
    """C1 (kNeighbor): 256 blocks with work 0.5 to 1.5 on 8 ranks that deal them out; computing 22 ms, messages of 2 to 128 KB
    that the processor packs at 100 MB/s. Time of `refine` over that of the balancer."""
    rows, gains = [], []
    for kilobytes in (2, 128) if quick else (2, 4, 8, 16, 32, 64, 128):
        found = balance(["none", "refine", "metis", "scotch"], blocks="16x16", ranks=8, sites=1, load="random", steps=0,
                        message_bytes=1024 * kilobytes, packing=1e-8)
        refine = found["refine"]["predicted_seconds"]
        gains.append(refine / found["metis"]["predicted_seconds"])
        rows.append((kilobytes, ms(found["none"]["predicted_seconds"]), ms(refine),
                     *(f"{refine / found[name]['predicted_seconds']:.2f}" for name in ("metis", "scotch"))))
    table(("KB per message", "none, ms", "refine, ms", "refine / metis", "refine / scotch"), rows)
    check.that(gains == sorted(gains) and gains[-1] > 1.5, f"the gain of partitioners grows with the messages: {gains}")


def multicasts(check, quick=False):
    """C2: ranks that a cell's coordinates reach, without its own; 27 and 45 pairs per cell. Published for LeanMD mini."""
    rows = []
    for reach, published in ((1, (5.5, 8.5, 8.2)), (2, (7, 10.15, 10.9))):
        scene = {"graph": "particles", "blocks": "6x6x6", "reach": reach, "ranks": 64, "sites": 1, "steps": 0, "load": "random"}
        found = balance(["zoltan", "metis", "scotch"], **scene)
        here = [found[name]["receiving_ranks"] for name in found]
        rows.append((27 if reach == 1 else 45, *(f"{a} / {b:.1f}" for a, b in zip(published, here))))
        check.that(here[0] < min(here[1:]), f"hyperedges reach fewer ranks: {here}")
        if quick:
            break
    table(("pairs per cell", "hypergraph: MultiCastLB / zoltan", "metis", "scotch"), rows)


def drift(check, quick=False):
    """C3: a hot spot that moves by 0.02 of the grid between ten plans; mean step and share of the blocks that move."""
    names = ["none", "refine", "metis", "metis+refine"]
    found = balance(names, blocks="32x32", ranks=16, sites=1, load="hot-spot", plans=10, drift=0.02, steps=0,
                    message_bytes=65536, packing=1e-8)
    table(("balancer", "step, ms", "imbalance", "messages between ranks", "moved"), [
        (name, ms(t["predicted_seconds"]), f"{t['imbalance']:.3f}", int(t["messages"]),
         f"{100 * t['moved_blocks'] / 1024:.1f} %") for name, t in found.items()])
    both = found["metis+refine"]
    check.that(both["predicted_seconds"] <= 1.02 * found["refine"]["predicted_seconds"], "metis once, then refine: step")
    check.that(both["moved_blocks"] <= 0.5 * found["metis"]["moved_blocks"], "metis once, then refine: moves")


EXPERIMENTS = (strategies, two_sites, hosts, neighbours, multicasts, drift)
