"""A canvas for composing an image as SVG, and its rendering to pixels."""

import io
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from tools.demo_art.palette import darker, lighter

Pixels = NDArray[np.float32]
Point = tuple[float, float]
Stop = tuple[float, str] | tuple[float, str, float]

ROUND_ENDS = 'stroke-linecap="round"'


class Sketch:
    """SVG under construction: `width` x `height` pixels, y downwards, with its own random source.

    Gradients and filters are defined where they are used; equal ones are defined once.
    """

    def __init__(self, width: int, height: int, seed: int) -> None:
        self.width = width
        self.height = height
        self.random = np.random.default_rng(seed)
        self._definition_ids: dict[tuple[str, str], str] = {}
        self._parts: list[str] = []

    def pick(self, options: Sequence[str]) -> str:
        return str(self.random.choice(options))

    def add(self, markup: str) -> None:
        self._parts.append(markup)

    def rect(self, x: float, y: float, w: float, h: float, fill: str, attributes: str = "") -> None:
        self.add(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" '
            f'fill="{fill}" {attributes}/>'
        )

    def circle(self, x: float, y: float, r: float, fill: str, attributes: str = "") -> None:
        self.add(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}" {attributes}/>')

    def ellipse(
        self, x: float, y: float, rx: float, ry: float, fill: str, attributes: str = ""
    ) -> None:
        self.add(
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" '
            f'fill="{fill}" {attributes}/>'
        )

    def path(self, d: str, fill: str = "none", attributes: str = "") -> None:
        self.add(f'<path d="{d}" fill="{fill}" {attributes}/>')

    def polygon(self, points: list[Point], fill: str, attributes: str = "") -> None:
        self.path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z", fill, attributes)

    def line(self, points: list[Point], colour: str, width: float) -> None:
        d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        self.stroke(d, colour, f"{width:.1f}", f'{ROUND_ENDS} stroke-linejoin="round"')

    def stroke(self, d: str, colour: str, width: object, attributes: str = "") -> None:
        self.path(d, "none", f'stroke="{colour}" stroke-width="{width}" {attributes}')

    def ring(
        self, x: float, y: float, r: float, colour: str, width: object, attributes: str = ""
    ) -> None:
        self.circle(x, y, r, "none", f'stroke="{colour}" stroke-width="{width}" {attributes}')

    def background(self, fill: str) -> None:
        self.rect(0, 0, self.width, self.height, fill)

    def fill_below(self, y: float, fill: str) -> None:
        self.rect(0, y, self.width, self.height - y, fill)

    def vertical_gradient(self, *stops: Stop) -> str:
        """A paint from a shape's top to its bottom; a stop is opaque unless it has an opacity."""
        return self._gradient('linearGradient x1="0" y1="0" x2="0" y2="1"', stops)

    def horizontal_gradient(self, *stops: Stop) -> str:
        """A paint that runs from the left of a shape to its right."""
        return self._gradient('linearGradient x1="0" y1="0" x2="1" y2="0"', stops)

    def radial_gradient(
        self, *stops: Stop, cx: float = 0.5, cy: float = 0.5, r: float = 0.5
    ) -> str:
        """A paint that runs outwards from a point given in shares of the shape."""
        return self._gradient(f'radialGradient cx="{cx}" cy="{cy}" r="{r}"', stops)

    def shaded_gradient(self, colour: str, strength: float = 0.3) -> str:
        """A paint that gives a flat colour a lit and a shadowed side."""
        lit, shadowed = lighter(colour, strength * 0.5), darker(colour, strength)
        stops = ((0.0, lit), (0.45, colour), (1.0, shadowed))
        return self._gradient('linearGradient x1="0" y1="0" x2="1" y2="0.35"', stops)

    def blur(self, radius: float) -> str:
        """A filter attribute that softens a shape by `radius` pixels."""
        opening = 'filter x="-50%" y="-50%" width="200%" height="200%"'
        blurred = f'<feGaussianBlur stdDeviation="{radius:.2f}"/>'
        return f'filter="url(#{self._define(opening, blurred)})"'

    def clip(self, d: str) -> str:
        """A clip-path attribute that shows only what lies inside the path `d`."""
        name = self._define("clipPath", f'<path d="{d}"/>')
        return f'clip-path="url(#{name})"'

    @contextmanager
    def group(self, attributes: str) -> Iterator[None]:
        """Everything drawn inside shares `attributes` (transform, filter, style...)."""
        self.add(f"<g {attributes}>")
        yield
        self.add("</g>")

    @contextmanager
    def screen_blend(self, opacity: float = 1.0) -> Iterator[None]:
        """Everything drawn inside brightens what lies below it, as light does."""
        with self.group(f'style="mix-blend-mode:screen" opacity="{opacity}"'):
            yield

    @contextmanager
    def placed_at(
        self, x: float, y: float, scale: float = 1.0, mirrored: bool = False
    ) -> Iterator[None]:
        """Everything drawn inside has its origin at (x, y)."""
        across = -scale if mirrored else scale
        with self.group(f'transform="translate({x:.1f} {y:.1f}) scale({across:.4f} {scale:.4f})"'):
            yield

    def markup(self) -> str:
        definitions = "".join(
            f'<{opening} id="{name}">{body}</{opening.split()[0]}>'
            for (opening, body), name in self._definition_ids.items()
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}">'
            f"<defs>{definitions}</defs>{''.join(self._parts)}</svg>"
        )

    def pixels(self) -> Pixels:
        """The image as (height, width, 3) floats from 0 to 1."""
        png = resvg_py.svg_to_bytes(
            svg_string=self.markup(), width=self.width, skip_system_fonts=True
        )
        image = Image.open(io.BytesIO(bytes(png))).convert("RGB")
        return np.asarray(image, dtype=np.float32) / 255

    def _gradient(self, opening: str, stops: Sequence[Stop]) -> str:
        body = "".join(
            f'<stop offset="{offset}" stop-color="{colour}" '
            f'stop-opacity="{opacity[0] if opacity else 1:.3f}"/>'
            for offset, colour, *opacity in stops
        )
        return f"url(#{self._define(opening, body)})"

    def _define(self, opening: str, body: str) -> str:
        return self._definition_ids.setdefault((opening, body), f"d{len(self._definition_ids)}")


def arch_outline(x: float, y: float, half: float, base: float) -> str:
    """The outline of a round arch from (x - half, base) over y to (x + half, base)."""
    left, right = f"{x - half:.1f}", f"{x + half:.1f}"
    return f"M{left} {base:.1f}V{y:.1f}A{half:.1f} {half:.1f} 0 0 1 {right} {y:.1f}V{base:.1f}"


def polar(x: float, y: float, radius: float, angle: float) -> Point:
    """The point at an angle (in radians) and a distance from (x, y)."""
    return x + radius * math.cos(angle), y + radius * math.sin(angle)
