# SPDX-License-Identifier: Apache-2.0
"""Animations of figures of one size: MPEG-4 with ffmpeg, an animated GIF without."""
import io
import shutil
import subprocess
from pathlib import Path

import numpy as np

from .style import complete_file, laid_out, settle, styled


def _pixels(figure, dpi):
    from PIL import Image
    buffer = io.BytesIO()
    with styled():
        settle(figure, dpi)
        with laid_out(figure):
            figure.savefig(buffer, format="png", dpi=dpi)
    return Image.open(buffer).convert("RGB")


def _even(image):
    """H.264 needs even numbers of pixels."""
    return image.crop((0, 0, image.width - image.width % 2, image.height - image.height % 2))


def _with_ffmpeg(figures, path, rate, dpi, ffmpeg):
    process = None
    for figure in figures:
        image = _even(_pixels(figure, dpi))
        if process is None:
            size = image.size
            process = subprocess.Popen(
                [ffmpeg, "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}",
                 "-r", f"{rate:g}", "-i", "-", "-an", "-vcodec", "libx264", "-pix_fmt", "yuv420p", "-f", "mp4", path],
                stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        if image.size != size:
            image = image.resize(size)
        try:
            process.stdin.write(np.asarray(image).tobytes())
        except BrokenPipeError:
            break                                # ffmpeg says why
    _, message = process.communicate()
    if process.returncode != 0:
        raise OSError(message.decode(errors="replace").strip() or "ffmpeg failed")


def _with_pillow(figures, path, rate, dpi):
    images = [_pixels(figure, dpi) for figure in figures]
    images[0].save(path, format="GIF", save_all=True, append_images=images[1:], duration=int(1000 / rate), loop=0)


def animate(figures, stem, rate=10.0, dpi=150):
    """Makes an animation of figures, one after the other: STEM.mp4 if ffmpeg is installed, else STEM.gif. Returns the file.
    Raises CardonError "output/write-failed"."""
    ffmpeg = shutil.which("ffmpeg")
    path = Path(f"{stem}.mp4" if ffmpeg else f"{stem}.gif")
    with complete_file(path) as unfinished:
        if ffmpeg:
            _with_ffmpeg(figures, unfinished, rate, dpi, ffmpeg)
        else:
            _with_pillow(figures, unfinished, rate, dpi)
    return path
