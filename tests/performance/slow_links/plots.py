# SPDX-License-Identifier: Apache-2.0
"""Plots of a part as PNG files, with matplotlib (Debian: python3-matplotlib)."""


def draw(plot, folder):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(figsize=(7, 4.4))
    for label, points in plot.series.items():
        xs, ys = zip(*points)
        if label.startswith("expected"):
            axes.plot(xs, ys, "--", label=label, linewidth=1)
        else:
            axes.plot(xs, ys, "o-" if plot.dots else "-", label=label, markersize=4)
    for label, x in plot.marks.items():
        axes.axvline(x, linestyle=":", color="black", label=label)
    if "x" in plot.log:
        axes.set_xscale("log")
    if "y" in plot.log:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    axes.set(title=plot.title, xlabel=plot.x, ylabel=plot.y)
    axes.grid(alpha=0.3)
    if any(isinstance(x, str) for points in plot.series.values() for x, _ in points):
        axes.tick_params(axis="x", rotation=20, labelsize=8)
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(folder / f"{plot.name}.png", dpi=110)
    pyplot.close(figure)


def available():
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True
