"""The hero film: twelve seconds of moving velvet and gold dust without a visible beginning."""

from pathlib import Path

import imageio_ffmpeg
import numpy as np

from awards_site.demo.studio.cloth import GoldDust, velvet

SIZE = (1280, 720)
SECONDS, FRAMES_PER_SECOND = 12, 24


def film(path: Path) -> None:
    """Write the film to `path` as H.264 in an MP4 that plays while it loads."""
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = imageio_ffmpeg.write_frames(
        str(path),
        SIZE,
        fps=FRAMES_PER_SECOND,
        codec="libx264",
        quality=None,
        macro_block_size=8,
        pix_fmt_out="yuv420p",
        output_params=[
            "-crf",
            "27",
            "-preset",
            "slow",
            "-tune",
            "film",
            "-movflags",
            "+faststart",
            "-map_metadata",
            "-1",
            "-fflags",
            "+bitexact",
            "-threads",
            "1",
        ],
    )
    writer.send(None)
    dust = GoldDust(260, seed=5)
    frames = SECONDS * FRAMES_PER_SECOND
    for frame in range(frames):
        phase = frame / frames
        pixels = dust.over(velvet(*SIZE, phase), phase)
        writer.send(np.ascontiguousarray((pixels * 255 + 0.5).astype(np.uint8)))
    writer.close()
