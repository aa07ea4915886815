# SPDX-License-Identifier: Apache-2.0
"""What a user may choose about figures."""
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from ..errors import CardonError, did_you_mean

FORMATS = ("png", "pdf", "svg")
# Perceptually uniform maps only; coolwarm diverges (K. Moreland, "Diverging color maps for scientific visualization", 2009).
SEQUENTIAL = ("viridis", "inferno", "magma", "plasma", "cividis")
DIVERGING = ("coolwarm",)


@dataclass
class Options:
    """The defaults draw the last output in the colours and the range that the parameter file gives to slices of the field."""
    out: Optional[Path] = None                   # folder of the figures; default: plots/ in the run folder
    format: str = "png"
    dpi: int = 200
    log: str = ""                                # axes of curves that are logarithmic: "x", "y", "xy"
    iteration: Optional[int] = None              # of fields; default: the last output
    time: Optional[float] = None                 # s: the output nearest to it
    plane: Optional[str] = None                  # "xy", "xz", "yz"; default: that of the file's slices, or xy
    at: Optional[float] = None                   # m: position of the plane; default: the middle of the domain
    contours: int = 0                            # number of contour lines
    vectors: Optional[str] = None                # a vector field that is drawn as arrows
    isosurface: Optional[float] = None           # value of the surface in a 3-D view; NaN: half of the largest magnitude
    view: tuple = (25.0, -60.0)                  # elevation and azimuth of a 3-D view in degrees
    range: Optional[tuple] = None                # of the colours
    colours: Optional[str] = None                # one of SEQUENTIAL or DIVERGING
    animate: bool = False                        # all outputs as an animation, with one range
    rate: float = 10.0                           # frames of an animation per second
    mean: bool = False                           # of several runs: their mean, with the standard deviation as error bars
    labels: list = field(default_factory=list)   # of several runs; default: what distinguishes them

    def __post_init__(self):
        if self.out is not None:
            self.out = Path(self.out)
            if self.out.suffix[1:] in (*FORMATS, "gif", "mp4") and not self.out.is_dir():
                raise CardonError("plot/option", f"--out names the folder of the figures, and {self.out} looks like a file",
                                  help="--format chooses png, pdf or svg; files are named after what they show")
        _one_of("format", self.format, FORMATS)
        if self.colours is not None:
            _one_of("colours", self.colours, SEQUENTIAL + DIVERGING)
        if self.plane is not None:
            _one_of("plane", self.plane, ("xy", "xz", "yz"))
        _one_of("log", self.log, ("", "x", "y", "xy"))
        if self.range is not None and not self.range[0] < self.range[1]:
            raise CardonError("plot/option", f"the range {self.range[0]:g} to {self.range[1]:g} is empty",
                              help="give the lower end first, and then a higher one: --range -1 1")
        for name, value, lowest, largest in (("dpi", self.dpi, 20, 2400), ("rate", self.rate, 0.1, 120),
                                             ("contours", self.contours, 0, 100)):
            if not lowest <= value <= largest:
                raise CardonError("plot/option", f"--{name} {value:g} is not between {lowest:g} and {largest:g}")

    def check_use(self, runs):
        """Raises CardonError "plot/option" for options that contradict each other, or that would be ignored in figures of this
        number of runs."""
        plane = {"--plane": self.plane, "--at": self.at, "--contours": self.contours or None, "--vectors": self.vectors,
                 "--range": self.range, "--colours": self.colours}
        moment = {"--iteration": self.iteration, "--time": self.time}
        if self.isosurface is not None:
            _refuse(plane, "describes planes, and --isosurface draws a surface")
        elif self.view != Options.view:
            _refuse({"--view": self.view}, "needs --isosurface")
        if self.animate:
            _refuse(moment, "chooses one output, and --animate draws all of them")
            _refuse({f"--format {self.format}": self.format != "png" or None}, "is not a format of --animate",
                    "animations are MPEG-4 or GIF files")
        elif self.rate != Options.rate:
            _refuse({"--rate": self.rate}, "needs --animate")
        if self.iteration is not None:
            _refuse({"--time": self.time}, "and --iteration both choose the output", "give one of them")
        if runs == 1:
            _refuse({"--mean": self.mean or None, "--label": self.labels or None}, "needs several runs")
        else:
            surface = {"--isosurface": self.isosurface, "--animate": self.animate or None}
            _refuse({**plane, **moment, **surface}, "is an option of fields, and several runs are drawn by their scalars",
                    "draw the fields of one run at a time")

    def is_of_fields(self):
        """Whether something was chosen that only pictures of fields have: then curves are not drawn."""
        chosen = (self.iteration, self.time, self.plane, self.at, self.vectors, self.isosurface, self.range, self.colours)
        return self.animate or self.contours > 0 or any(one is not None for one in chosen)


def _refuse(options, reason, help=""):
    """For the first option that is given."""
    for name, value in options.items():
        if value is not None:
            raise CardonError("plot/option", f"{name} {reason}", help=help)


def _one_of(name, value, legal):
    if value not in legal:
        raise CardonError("plot/option", f"--{name} has no choice {value}", hint=did_you_mean(value, legal),
                          notes=["choices are: " + ", ".join(word for word in legal if word)])
