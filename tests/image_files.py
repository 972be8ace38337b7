"""Generates images and videos as files."""

import io
import struct
import zlib
from typing import Any

from PIL import Image

ORIENTATION = 0x0112
GPS = 0x8825
MAKE = 0x010F
TURN_RIGHT = 6
"""The EXIF orientation of a photo that was taken with the phone upright."""

MP4 = b"\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2avc1mp41" + b"\x00\x00\x00\x08free" * 100
WEBM = b"\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm" * 2


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def image_bytes(kind: str = "PNG", size: tuple[int, int] = (8, 6), colour: str = "red") -> bytes:
    return saved(Image.new("RGB", size, colour), kind)


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file))


def phone_photo(kind: str, size: tuple[int, int] = (40, 20)) -> bytes:
    """Return a photo as a phone stores it, with a green left and a red right half.

    The phone was held upright: the EXIF data has orientation, author and GPS position.
    """
    image = Image.new("RGB", size, "red")
    image.paste("green", (0, 0, size[0] // 2, size[1]))
    exif = Image.Exif()
    exif[ORIENTATION] = TURN_RIGHT
    exif[MAKE] = "Secret Camera"
    exif[GPS] = {1: "N", 2: (6.0, 27.0, 14.0), 3: "E", 4: (3.0, 23.0, 40.0)}
    return saved(image, kind, exif=exif.tobytes())


def animation(kind: str, frames: int = 3) -> bytes:
    """Return an animation whose successive frames differ, each of 120 ms."""
    images = [Image.new("RGB", (8, 6), (80 * (number % 3), 0, 0)) for number in range(frames)]
    return saved(images[0], kind, save_all=True, append_images=images[1:], duration=120, loop=0)


def huge_png(width: int, height: int) -> bytes:
    """Return a small PNG file that claims to have this size."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        checksum = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0" * 1_000_000)
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", pixels), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def huge_gif(width: int, height: int, frames: int = 1) -> bytes:
    """Return a small GIF file that claims to have this size."""
    file = bytearray(animation("GIF", frames))
    size = struct.pack("<HH", width, height)
    file[6:10] = size
    place = file.index(b"\x2c\x00\x00\x00\x00")
    file[place + 5 : place + 9] = size
    return bytes(file)


def huge_jpeg(width: int, height: int) -> bytes:
    """Return a small JPEG file that claims to have this size."""
    file = bytearray(image_bytes("JPEG"))
    place = file.index(b"\xff\xc0")
    file[place + 5 : place + 9] = struct.pack(">HH", height, width)
    return bytes(file)
