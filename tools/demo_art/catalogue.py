"""Maps each image of the demo edition to its scene, size, seed and options."""

from collections.abc import Callable
from typing import Any

from awards_site.operations.demo.content import load_records
from tools.demo_art import palette as c
from tools.demo_art.finish import DAYLIGHT, EVENING, STAGE, Finish, developed
from tools.demo_art.palette import mix
from tools.demo_art.portraits import appearances
from tools.demo_art.scenes.city import skyline
from tools.demo_art.scenes.closeups import microphone, toast, trophies
from tools.demo_art.scenes.house import arcade
from tools.demo_art.scenes.rooms import ballroom, networking
from tools.demo_art.scenes.sessions import board, interview
from tools.demo_art.scenes.stage import audience, panel, stage, winner
from tools.demo_art.scenes.tables import flowers, place_setting, workshop
from tools.demo_art.sketch import Pixels, Sketch

LANDSCAPE, UPRIGHT, CLASSIC = (1600, 1067), (1200, 1500), (1600, 1200)
HERO, THUMBNAIL, CARD = (2000, 1250), (960, 540), (1200, 675)

ROSY = mix(c.ROSE, "#FFBE5C", 0.45)
_FINISHES: dict[Callable[..., None], Finish] = {
    stage: STAGE,
    winner: STAGE,
    audience: STAGE,
    workshop: DAYLIGHT,
    board: DAYLIGHT,
}


class Shot:
    """One image: a scene, the size in pixels, the seed and the scene's options."""

    def __init__(
        self, scene: Callable[..., None], size: tuple[int, int], seed: int, **options: Any
    ) -> None:
        self.scene, self.size, self.seed, self.options = scene, size, seed, options

    def pixels(self) -> Pixels:
        sketch = Sketch(*self.size, self.seed)
        self.scene(sketch, **self.options)
        finish = _FINISHES.get(self.scene, EVENING)
        if self.options.get("hour") == "dawn":
            finish = DAYLIGHT
        return developed(sketch.pixels(), finish, self.seed)


PHOTOS: dict[str, Shot] = {
    "stage-1": Shot(stage, LANDSCAPE, 11),
    "stage-2": Shot(stage, LANDSCAPE, 12, people=3, tint=ROSY),
    "stage-3": Shot(stage, UPRIGHT, 17, narrow=True),
    "stage-4": Shot(stage, CLASSIC, 14, people=0, tint=ROSY),
    "winner-1": Shot(winner, UPRIGHT, 21, haircut="short", cloth=c.IVORY, skin="#875537"),
    "winner-2": Shot(
        winner, LANDSCAPE, 22, haircut="bun", dress="sheath", skin="#E5B58D", hair="#38221D"
    ),
    "winner-3": Shot(winner, UPRIGHT, 23, haircut="afro", cloth=c.FOREST, skin="#633C29"),
    "winner-4": Shot(
        winner,
        LANDSCAPE,
        24,
        haircut="updo",
        dress="wide",
        cloth=c.DUSK,
        skin="#F6D9C4",
        hair="#C6BFBE",
        beams=7,
    ),
    "winner-5": Shot(
        winner, CLASSIC, 25, haircut="long", dress="suit", cloth=c.GOLD, skin="#875537", beams=3
    ),
    "winner-6": Shot(
        winner,
        UPRIGHT,
        26,
        haircut="braids",
        dress="sheath",
        cloth=c.CLAY,
        skin="#633C29",
        tint=ROSY,
    ),
    "panel-1": Shot(panel, LANDSCAPE, 31),
    "panel-2": Shot(panel, CLASSIC, 32, guests=3, shape="arch"),
    "panel-3": Shot(panel, LANDSCAPE, 33, guests=3, shape="disc", audience=True),
    "panel-4": Shot(panel, LANDSCAPE, 34, guests=3, shape="bands", plants=True),
    "audience-1": Shot(audience, LANDSCAPE, 41),
    "audience-2": Shot(audience, LANDSCAPE, 42, raised=True),
    "audience-3": Shot(audience, UPRIGHT, 43, lamps=True, tint=ROSY),
    "audience-4": Shot(audience, CLASSIC, 44, gold=True),
    "ballroom-1": Shot(ballroom, LANDSCAPE, 51),
    "ballroom-2": Shot(ballroom, UPRIGHT, 52, chandeliers=1),
    "ballroom-3": Shot(ballroom, CLASSIC, 53, tables=False),
    "ballroom-4": Shot(ballroom, LANDSCAPE, 54, chandeliers=4, deep=True),
    "networking-1": Shot(networking, LANDSCAPE, 61),
    "networking-2": Shot(networking, UPRIGHT, 62, pairs=3, sky=(mix(c.ROSE, c.CLAY, 0.5), c.DUSK)),
    "networking-3": Shot(networking, CLASSIC, 63, strings=False, lamps=True),
    "networking-4": Shot(networking, LANDSCAPE, 64, pairs=6, sky=(c.DUSK, c.PLUM), lamps=True),
    "networking-5": Shot(networking, LANDSCAPE, 65, pairs=3, sky=(c.GOLD_LIGHT, c.BLUSH)),
    "board-1": Shot(board, LANDSCAPE, 71),
    "board-2": Shot(board, CLASSIC, 72, columns=5, arrows=True),
    "board-3": Shot(board, LANDSCAPE, 73, columns=7, reaching=True),
    "interview-1": Shot(interview, LANDSCAPE, 81),
    "interview-2": Shot(interview, CLASSIC, 82, wall=mix(c.CLAY, c.PLUM, 0.45), big_lamp=True),
    "arcade-1": Shot(arcade, LANDSCAPE, 91),
    "arcade-2": Shot(arcade, CLASSIC, 92, stars=True, lanterns=True),
    "arcade-3": Shot(arcade, UPRIGHT, 93, single=True, stars=True),
    "skyline-1": Shot(skyline, LANDSCAPE, 101),
    "skyline-2": Shot(skyline, UPRIGHT, 102, hour="dusk", river=False),
    "skyline-3": Shot(skyline, LANDSCAPE, 103, bridge=True),
    "skyline-4": Shot(skyline, CLASSIC, 104, hour="dawn"),
    "workshop-1": Shot(workshop, LANDSCAPE, 111),
    "workshop-2": Shot(workshop, UPRIGHT, 112, wood=c.SAGE),
    "workshop-3": Shot(workshop, CLASSIC, 113, round_top=True),
    "workshop-4": Shot(workshop, LANDSCAPE, 114, craft=True, wood=c.SAND),
    "place-1": Shot(place_setting, LANDSCAPE, 121),
    "place-2": Shot(place_setting, LANDSCAPE, 122, count=2, cloth=mix(c.FOREST, c.PLUM, 0.4)),
    "place-3": Shot(place_setting, UPRIGHT, 123, menu=True, cloth=mix(c.ROSE, c.PLUM, 0.6)),
    "trophies-1": Shot(trophies, LANDSCAPE, 131),
    "trophies-2": Shot(trophies, UPRIGHT, 132, count=1, spotlight=True),
    "trophies-3": Shot(trophies, LANDSCAPE, 133, count=5, plinths=True),
    "trophies-4": Shot(trophies, CLASSIC, 134, count=1, aside=True),
    "toast-1": Shot(toast, LANDSCAPE, 141),
    "toast-2": Shot(toast, CLASSIC, 142, count=4, tint=ROSY),
    "toast-3": Shot(toast, UPRIGHT, 143, pair=True),
    "flowers-1": Shot(flowers, UPRIGHT, 151),
    "flowers-2": Shot(flowers, UPRIGHT, 152, kind="stems"),
    "flowers-3": Shot(flowers, LANDSCAPE, 153, kind="low"),
    "microphone-1": Shot(microphone, LANDSCAPE, 161),
    "microphone-2": Shot(microphone, UPRIGHT, 162, kind="stand", tint=c.ROSE),
    "microphone-3": Shot(microphone, LANDSCAPE, 163, kind="lectern"),
    "microphone-4": Shot(microphone, CLASSIC, 164, kind="below"),
}

HEROES: dict[str, Shot] = {
    "stage": Shot(stage, HERO, 205, place=0.72),
    "chandeliers": Shot(ballroom, HERO, 202, chandeliers=4, deep=True),
}

EVENTS: dict[str, Shot] = {
    "gala": Shot(ballroom, CARD, 301),
    "ceremony": Shot(winner, CARD, 302, cloth=c.GOLD, dress="wide"),
    "workshop": Shot(workshop, CARD, 303, wood=c.CLAY),
    "roundtable": Shot(workshop, CARD, 304, round_top=True),
    "networking": Shot(networking, CARD, 305),
    "webinar": Shot(panel, CARD, 306, guests=3, shape="arch"),
    "deadline": Shot(workshop, CARD, 307, wood=mix(c.PLUM, c.DUSK, 0.5)),
    "masterclass": Shot(board, CARD, 308, arrows=True),
    "pitch": Shot(microphone, CARD, 309, kind="stand"),
    "exhibition": Shot(trophies, CARD, 310, count=5, plinths=True),
    "fireside": Shot(interview, CARD, 311, wall=mix(c.CLAY, c.PLUM, 0.35), big_lamp=True),
    "city-evening": Shot(skyline, CARD, 312, hour="dusk"),
}

VIDEOS: dict[str, Shot] = {
    "finalists-evening": Shot(audience, THUMBNAIL, 401, raised=True),
    "panel-second-hire": Shot(panel, THUMBNAIL, 402, guests=4),
    "jury-notes": Shot(workshop, THUMBNAIL, 403, wood=c.SAGE),
    "keynote-boring-part": Shot(stage, THUMBNAIL, 404),
    "panel-fair-pay": Shot(panel, THUMBNAIL, 405, guests=4, shape="bands"),
    "gala-last-year": Shot(ballroom, THUMBNAIL, 406, chandeliers=4, deep=True),
    "trophy-making": Shot(trophies, THUMBNAIL, 407, count=1, aside=True),
    "panel-small-hands": Shot(panel, THUMBNAIL, 408, guests=3, shape="arch", audience=True),
    "workshop-day": Shot(board, THUMBNAIL, 409),
    "keynote-rice-husks": Shot(microphone, THUMBNAIL, 410, kind="lectern"),
    "backstage": Shot(stage, THUMBNAIL, 411, people=0, tint=ROSY),
    "panel-first-exports": Shot(panel, THUMBNAIL, 412, guests=3, plants=True),
    "virtual-gala": Shot(skyline, THUMBNAIL, 413),
    "letters": Shot(workshop, THUMBNAIL, 414, wood=c.BLUSH, craft=True),
    "kept-promise": Shot(interview, THUMBNAIL, 415),
    "keynote-start": Shot(microphone, THUMBNAIL, 416, tint=c.ROSE),
}

BLOG: dict[str, Shot] = {
    "coming-home": Shot(arcade, CARD, 501, lanterns=True),
    "eight-finalists-mornings": Shot(skyline, CARD, 502, hour="dawn"),
    "how-the-jury-reads-a-nomination": Shot(workshop, CARD, 503, wood=c.SAND),
    "the-table-plan-is-the-programme": Shot(place_setting, CARD, 504, count=2, cloth=c.MULBERRY),
    "where-the-money-went": Shot(workshop, CARD, 505, round_top=True, wood=c.SAND),
    "what-a-trophy-weighs": Shot(trophies, CARD, 506),
    "notes-towards-a-mentors-handbook": Shot(interview, CARD, 507, wall=mix(c.FOREST, c.PLUM, 0.4)),
    "the-winners-and-what-they-said": Shot(winner, CARD, 508, haircut="updo", cloth=c.FOREST),
}

_FILMED = [
    record["thumbnail"]
    for record in load_records("videos.toml")
    if record["thumbnail"] in appearances()
]
"""The people whom a video is called after, in the library's order."""

# Wide portraits: the person of appearances.toml, and whether she stands on the left.
WIDE_PORTRAITS: dict[str, tuple[str, tuple[int, int], bool]] = {
    **{f"videos/{name}": (name, THUMBNAIL, i % 2 == 1) for i, name in enumerate(_FILMED)},
    "blog/on-the-roof-with-amara-okafor": ("amara-okafor", CARD, False),
    "blog/borrowed-seeds": ("esther-wanjiru", CARD, True),
    "blog/promote-the-person-who-answers": ("ngozi-eze", CARD, False),
    "blog/a-page-of-sums": ("wanjiku-kamau", CARD, True),
}

_FOLDERS = {"photos": PHOTOS, "heroes": HEROES, "events": EVENTS, "videos": VIDEOS, "blog": BLOG}

SHOTS: dict[str, Shot] = {
    f"{folder}/{name}": shot for folder, shots in _FOLDERS.items() for name, shot in shots.items()
}
