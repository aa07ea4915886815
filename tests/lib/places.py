# SPDX-License-Identifier: Apache-2.0
"""Outputs between the points of the grid, for tests that compare runs: probes near faces, edges and inside, and spheres in 3-D."""
SQUARE_ROOTS = (0.41421, 0.73205, 0.23607)  # hit no point


def output(domain, points, fields, every):
    """Entries for the section `output` with these fields; the order of the interpolation differs from problem to problem. `domain`
    as in a parameter file, None: unit length in each direction."""
    domain = domain or ((0, 1),) * len(points)
    at = lambda part: [lower + part * (upper - lower) for lower, upper in domain]
    order = min(1 + sum(points) % 5, min(points) - 1)
    inside = [lower + part * (upper - lower) for (lower, upper), part in zip(domain, SQUARE_ROOTS)]
    entries = {"probes": {"every": every, "fields": list(fields), "order": order, "derivatives": min(order, 2),
                          "points": {"lower": at(0), "upper": at(1), "near": at(0.003), "inside": inside},
                          "line": {"from": at(0.02), "to": at(0.97), "count": 7}}}
    if len(domain) == 3:
        radius = 0.4 * min(upper - lower for lower, upper in domain)
        entries["spheres"] = {"every": every, "fields": list(fields[:1]), "centre": at(0.52), "radii": [0.8 * radius, radius],
                              "l_max": 2, "angles": 4, "order": min(6 - order, min(points) - 1)}
    return entries


def tables(folder):
    """The text of all such tables in a run folder."""
    files = sorted(folder.glob("probes*.tsv")) + sorted(folder.glob("spheres/*.tsv"))
    return {str(file.relative_to(folder)): file.read_text() for file in files}


def check(folder):
    """Numbers that hardly change would pass any comparison; raises RuntimeError."""
    rows = [line.split("\t")[2:] for line in (folder / "probes.tsv").read_text().splitlines()[1:]]
    changing = sum(len(set(column)) > len(rows) // 2 for column in zip(*rows))
    if len(rows) < 5 or changing < 2:
        raise RuntimeError(f"only {changing} of {len(rows[0])} columns of probes.tsv change")


def differences(reference, other):
    """Of two run folders, as text."""
    a, b = tables(reference), tables(other)
    names = [name for name in sorted({*a, *b}) if a.get(name) != b.get(name)]
    return [f"other tables of probes or spheres: {', '.join(names)}"] if names else []
