# SPDX-License-Identifier: Apache-2.0
"""Orders of convergence, with Python's own library only."""
import math


def orders(errors, ratio=2.0):
    """The order between each level and the next finer one: log(e[n] / e[n+1]) / log(ratio); NaN where an error is not above 0."""
    return [math.log(a / b, ratio) if a > 0 and b > 0 else math.nan for a, b in zip(errors, errors[1:])]


def differences(values):
    """Changes from each level to the next finer one, which stand for errors where the exact value is not known: they decrease
    with the same order (Roache, Verification and Validation in Computational Science and Engineering, 1998)."""
    return [abs(a - b) for a, b in zip(values, values[1:])]


def fitted_order(sizes, errors):
    """The slope of the straight line through log(error) over log(size), by least squares, and its standard error (NaN with
    fewer than three levels). `sizes` are spacings of the grid; NaN if an error is not above 0."""
    if len(errors) < 2 or not all(e > 0 and math.isfinite(e) for e in errors):
        return math.nan, math.nan
    x, y = [math.log(h) for h in sizes], [math.log(e) for e in errors]
    n, mean_x, mean_y = len(x), sum(x) / len(x), sum(y) / len(y)
    spread = sum((a - mean_x) ** 2 for a in x)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / spread
    rest = sum((b - mean_y - slope * (a - mean_x)) ** 2 for a, b in zip(x, y))
    return slope, math.sqrt(rest / (n - 2) / spread) if n > 2 else math.nan


def is_error(quantity):
    """Whether a column of scalars.tsv is an error already: "error.l2", "phi_error.linf", "Wave::error.l2"."""
    return quantity.split(".")[0].rsplit("::", 1)[-1].endswith("error")
