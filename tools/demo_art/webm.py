"""Encodes films as VP9 in WebM, which every browser plays; the output is deterministic."""

from collections.abc import Iterable
from pathlib import Path

import imageio_ffmpeg
import numpy as np


def write(
    path: Path,
    size: tuple[int, int],
    frames_per_second: int,
    frames: Iterable[np.ndarray],
    options: str,
) -> None:
    """Write frames to `path`, each an image of height x width x 3 bytes.

    `options` are ffmpeg's, such as "-crf 42": how good the film is, and how long it takes to make.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = imageio_ffmpeg.write_frames(
        str(path),
        size,
        fps=frames_per_second,
        codec="libvpx-vp9",
        quality=None,
        macro_block_size=8,
        pix_fmt_out="yuv420p",
        output_params=[
            *("-b:v", "0", "-deadline", "good", *options.split()),
            *("-map_metadata", "-1", "-fflags", "+bitexact", "-threads", "1"),
        ],
    )
    writer.send(None)
    for frame in frames:
        writer.send(np.ascontiguousarray(frame))
    writer.close()
