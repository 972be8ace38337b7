"""Draws the portraits: a head in the Lorelei style, with clothes and a background."""

import json
import re
import shutil
import subprocess
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tools.demo_art.backdrops import backdrop
from tools.demo_art.crowns import CROWNS_BEFORE, CROWNS_BEHIND, Crown
from tools.demo_art.finish import PAPER, developed
from tools.demo_art.garments import GARMENTS, bust, collar, necklace
from tools.demo_art.palette import GOLD_LIGHT, INK, ROSE, darker, mix
from tools.demo_art.sketch import Pixels, Sketch

HERE = Path(__file__).parent
SIZE = (800, 1000)
# Where a head (980 units square) stands in a portrait, and how large.
HEAD_AT, HEAD_SCALE = (34, 40), 0.8


@dataclass(frozen=True)
class Appearance:
    """One person of appearances.toml, with the names of colours replaced by the colours."""

    name: str
    skin: str
    hair: str
    hair_colour: str
    features: list[str]
    garment: str
    colour: str
    accent: str
    ground: list[str]
    crown: list[str]
    glasses: str
    jewel: str
    drops: bool


@cache
def appearances() -> dict[str, Appearance]:
    source = tomllib.loads((HERE / "appearances.toml").read_text(encoding="utf-8"))
    return {name: _appearance(name, row, source) for name, row in source["appearances"].items()}


def portrait(name: str) -> Pixels:
    """The portrait of `name`, 800 x 1000."""
    appearance = appearances()[name]
    sketch = Sketch(*SIZE, seed=_seed(name))
    backdrop(sketch, *appearance.ground, SIZE[0] / 2)
    _person(sketch, appearance)
    return developed(sketch.pixels(), PAPER, _seed(name))


def wide_portrait(name: str, width: int, height: int, on_left: bool) -> Pixels:
    """The portrait of `name` on a wide ground, standing in the left or the right third."""
    appearance = appearances()[name]
    sketch = Sketch(width, height, seed=_seed(name))
    cx = width * (0.33 if on_left else 0.67)
    backdrop(sketch, *appearance.ground, cx)
    scale = height / SIZE[1] * 1.02
    with sketch.placed_at(cx - SIZE[0] / 2 * scale, height - SIZE[1] * scale, scale):
        _person(sketch, appearance)
    return developed(sketch.pixels(), PAPER, _seed(name))


def _appearance(name: str, row: dict[str, Any], source: dict[str, Any]) -> Appearance:
    variant, hair_colour = row["hair"].split()
    garment, colour, accent = row["wear"].split()
    return Appearance(
        name=name,
        skin=source["skin"][row["skin"]],
        hair=variant,
        hair_colour=source["hair"][hair_colour],
        features=row["features"].split(),
        garment=garment,
        colour=colour,
        accent=accent,
        ground=row["ground"].split(),
        crown=row.get("crown", "").split(),
        glasses=row.get("glasses", ""),
        jewel=row.get("jewel", ""),
        drops=row.get("drops", False),
    )


def _person(s: Sketch, appearance: Appearance) -> None:
    _crown(s, appearance, CROWNS_BEHIND)
    bust(s, appearance.skin)
    GARMENTS[appearance.garment](s, appearance.colour, appearance.accent)
    with s.placed_at(*HEAD_AT, HEAD_SCALE):
        s.add(_heads()[appearance.name])
        _complexion(s, appearance.skin)
        if appearance.drops and "hijab" not in appearance.crown:
            _ear_ring(s)
    if appearance.garment == "turtleneck":
        collar(s, appearance.colour)
    if appearance.jewel:
        necklace(s, appearance.jewel)
    _crown(s, appearance, CROWNS_BEFORE)


def _crown(s: Sketch, appearance: Appearance, parts: dict[str, Crown]) -> None:
    kind, *colours = appearance.crown or [""]
    if kind in parts:
        with s.placed_at(*HEAD_AT, HEAD_SCALE):
            parts[kind](s, appearance.hair_colour, colours)


def _complexion(s: Sketch, skin: str) -> None:
    """Warm cheeks; the style itself is flat."""
    warm = mix(skin, ROSE, 0.45)
    blush = s.radial_gradient((0, warm, 0.42), (1, warm, 0))
    s.ellipse(408, 602, 74, 56, blush)
    s.ellipse(664, 610, 52, 50, blush)


def _ear_ring(s: Sketch) -> None:
    stroke = f'stroke="{INK}" stroke-width="4"'
    s.circle(262, 590, 8, GOLD_LIGHT, stroke)
    s.path(
        "M262 600C292 640 288 690 262 706C236 690 232 640 262 600Z",
        s.shaded_gradient(GOLD_LIGHT, 0.4),
        stroke,
    )


@cache
def _heads() -> dict[str, str]:
    """The drawn heads without their document frame, by the person's name.

    Raises RuntimeError when Node is missing; the README says how to prepare the studio.
    """
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("Node was not found: install it and run `npm ci` in the studio's folder")
    requests = json.dumps(
        {name: _options(appearance) for name, appearance in appearances().items()}
    )
    answer = subprocess.run(  # noqa: S603 - the program and its input are our own
        [node, "heads.mjs"], cwd=HERE, input=requests, capture_output=True, text=True, check=True
    )
    return {name: _inner(svg, name) for name, svg in json.loads(answer.stdout).items()}


def _options(appearance: Appearance) -> dict[str, Any]:
    eyes, eyebrows, mouth, nose = appearance.features
    glasses = {"glasses": [f"variant{appearance.glasses}"]} if appearance.glasses else {}
    return {
        "seed": appearance.name,
        "head": ["variant01"],
        "hair": [f"variant{appearance.hair}"],
        "eyes": [f"variant{eyes}"],
        "eyebrows": [f"variant{eyebrows}"],
        "mouth": [f"happy{mouth}"],
        "nose": [f"variant{nose}"],
        "skinColor": [appearance.skin[1:]],
        "hairColor": [appearance.hair_colour[1:]],
        "mouthColor": [darker(mix(appearance.skin, ROSE, 0.7), 0.15)[1:]],
        "beardProbability": 0,
        "earringsProbability": 0,
        "frecklesProbability": 0,
        "hairAccessoriesProbability": 0,
        "glassesProbability": 100 if appearance.glasses else 0,
        **glasses,
    }


def _inner(svg: str, name: str) -> str:
    """The drawing inside an SVG document, in our ink, with ids that are unique to `name`."""
    body = re.sub(r"<metadata.*?</metadata>", "", svg, flags=re.DOTALL)
    body = body[body.index(">") + 1 : body.rindex("</svg>")]
    return body.replace("viewboxMask", f"mask-{name}").replace("#000000", INK)


def _seed(name: str) -> int:
    return sum(ord(letter) * (index + 7) for index, letter in enumerate(name))
