"""Which picture of the demo edition shows which scene: the file, its size, seed and options."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from awards_site.demo.studio import palette as c
from awards_site.demo.studio.finish import DAYLIGHT, EVENING, STAGE, Finish, developed
from awards_site.demo.studio.palette import mix
from awards_site.demo.studio.scenes.city import skyline
from awards_site.demo.studio.scenes.closeups import microphone, toast, trophies
from awards_site.demo.studio.scenes.house import arcade
from awards_site.demo.studio.scenes.rooms import ballroom, networking
from awards_site.demo.studio.scenes.sessions import board, interview
from awards_site.demo.studio.scenes.stage import audience, panel, stage, winner
from awards_site.demo.studio.scenes.tables import flowers, place_setting, workshop
from awards_site.demo.studio.sketch import Pixels, Sketch

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


@dataclass(frozen=True)
class Shot:
    """One picture: a scene, the size in pixels, the seed and the scene's options."""

    scene: Callable[..., None]
    size: tuple[int, int]
    seed: int
    options: dict[str, Any] = field(default_factory=dict)

    def pixels(self) -> Pixels:
        """The developed picture."""
        sketch = Sketch(*self.size, self.seed)
        self.scene(sketch, **self.options)
        finish = _FINISHES.get(self.scene, EVENING)
        if self.options.get("hour") == "dawn":
            finish = DAYLIGHT
        return developed(sketch.pixels(), finish, self.seed)


def _shot(scene: Callable[..., None], size: tuple[int, int], seed: int, **options: Any) -> Shot:
    return Shot(scene, size, seed, options)


PHOTOS: dict[str, Shot] = {
    "stage-1": _shot(stage, LANDSCAPE, 11),
    "stage-2": _shot(stage, LANDSCAPE, 12, people=3, tint=ROSY),
    "stage-3": _shot(stage, UPRIGHT, 17, narrow=True),
    "stage-4": _shot(stage, CLASSIC, 14, people=0, tint=ROSY),
    "winner-1": _shot(winner, UPRIGHT, 21, haircut="short", cloth=c.IVORY, skin="#875537"),
    "winner-2": _shot(
        winner, LANDSCAPE, 22, haircut="bun", dress="sheath", skin="#E5B58D", hair="#38221D"
    ),
    "winner-3": _shot(winner, UPRIGHT, 23, haircut="afro", cloth=c.FOREST, skin="#633C29"),
    "winner-4": _shot(
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
    "winner-5": _shot(
        winner, CLASSIC, 25, haircut="long", dress="suit", cloth=c.GOLD, skin="#875537", beams=3
    ),
    "winner-6": _shot(
        winner,
        UPRIGHT,
        26,
        haircut="braids",
        dress="sheath",
        cloth=c.CLAY,
        skin="#633C29",
        tint=ROSY,
    ),
    "panel-1": _shot(panel, LANDSCAPE, 31),
    "panel-2": _shot(panel, CLASSIC, 32, guests=3, shape="arch"),
    "panel-3": _shot(panel, LANDSCAPE, 33, guests=3, shape="disc", audience=True),
    "panel-4": _shot(panel, LANDSCAPE, 34, guests=3, shape="bands", plants=True),
    "audience-1": _shot(audience, LANDSCAPE, 41),
    "audience-2": _shot(audience, LANDSCAPE, 42, raised=True),
    "audience-3": _shot(audience, UPRIGHT, 43, lamps=True, tint=ROSY),
    "audience-4": _shot(audience, CLASSIC, 44, gold=True),
    "ballroom-1": _shot(ballroom, LANDSCAPE, 51),
    "ballroom-2": _shot(ballroom, UPRIGHT, 52, chandeliers=1),
    "ballroom-3": _shot(ballroom, CLASSIC, 53, tables=False),
    "ballroom-4": _shot(ballroom, LANDSCAPE, 54, chandeliers=4, deep=True),
    "networking-1": _shot(networking, LANDSCAPE, 61),
    "networking-2": _shot(networking, UPRIGHT, 62, pairs=3, sky=(mix(c.ROSE, c.CLAY, 0.5), c.DUSK)),
    "networking-3": _shot(networking, CLASSIC, 63, strings=False, lamps=True),
    "networking-4": _shot(networking, LANDSCAPE, 64, pairs=6, sky=(c.DUSK, c.PLUM), lamps=True),
    "networking-5": _shot(networking, LANDSCAPE, 65, pairs=3, sky=(c.GOLD_LIGHT, c.BLUSH)),
    "board-1": _shot(board, LANDSCAPE, 71),
    "board-2": _shot(board, CLASSIC, 72, columns=5, arrows=True),
    "board-3": _shot(board, LANDSCAPE, 73, columns=7, reaching=True),
    "interview-1": _shot(interview, LANDSCAPE, 81),
    "interview-2": _shot(interview, CLASSIC, 82, wall=mix(c.CLAY, c.PLUM, 0.45), big_lamp=True),
    "arcade-1": _shot(arcade, LANDSCAPE, 91),
    "arcade-2": _shot(arcade, CLASSIC, 92, stars=True, lanterns=True),
    "arcade-3": _shot(arcade, UPRIGHT, 93, single=True, stars=True),
    "skyline-1": _shot(skyline, LANDSCAPE, 101),
    "skyline-2": _shot(skyline, UPRIGHT, 102, hour="dusk", river=False),
    "skyline-3": _shot(skyline, LANDSCAPE, 103, bridge=True),
    "skyline-4": _shot(skyline, CLASSIC, 104, hour="dawn"),
    "workshop-1": _shot(workshop, LANDSCAPE, 111),
    "workshop-2": _shot(workshop, UPRIGHT, 112, wood=c.SAGE),
    "workshop-3": _shot(workshop, CLASSIC, 113, round_top=True),
    "workshop-4": _shot(workshop, LANDSCAPE, 114, craft=True, wood=c.SAND),
    "place-1": _shot(place_setting, LANDSCAPE, 121),
    "place-2": _shot(place_setting, LANDSCAPE, 122, count=2, cloth=mix(c.FOREST, c.PLUM, 0.4)),
    "place-3": _shot(place_setting, UPRIGHT, 123, menu=True, cloth=mix(c.ROSE, c.PLUM, 0.6)),
    "trophies-1": _shot(trophies, LANDSCAPE, 131),
    "trophies-2": _shot(trophies, UPRIGHT, 132, count=1, spotlight=True),
    "trophies-3": _shot(trophies, LANDSCAPE, 133, count=5, plinths=True),
    "trophies-4": _shot(trophies, CLASSIC, 134, count=1, aside=True),
    "toast-1": _shot(toast, LANDSCAPE, 141),
    "toast-2": _shot(toast, CLASSIC, 142, count=4, tint=ROSY),
    "toast-3": _shot(toast, UPRIGHT, 143, pair=True),
    "flowers-1": _shot(flowers, UPRIGHT, 151),
    "flowers-2": _shot(flowers, UPRIGHT, 152, kind="stems"),
    "flowers-3": _shot(flowers, LANDSCAPE, 153, kind="low"),
    "microphone-1": _shot(microphone, LANDSCAPE, 161),
    "microphone-2": _shot(microphone, UPRIGHT, 162, kind="stand", tint=c.ROSE),
    "microphone-3": _shot(microphone, LANDSCAPE, 163, kind="lectern"),
    "microphone-4": _shot(microphone, CLASSIC, 164, kind="below"),
}

HEROES: dict[str, Shot] = {
    "stage": _shot(stage, HERO, 205, place=0.72),
    "chandeliers": _shot(ballroom, HERO, 202, chandeliers=4, deep=True),
}

EVENTS: dict[str, Shot] = {
    "gala": _shot(ballroom, CARD, 301),
    "ceremony": _shot(winner, CARD, 302, cloth=c.GOLD, dress="wide"),
    "workshop": _shot(workshop, CARD, 303, wood=c.CLAY),
    "roundtable": _shot(workshop, CARD, 304, round_top=True),
    "networking": _shot(networking, CARD, 305),
    "webinar": _shot(panel, CARD, 306, guests=3, shape="arch"),
    "deadline": _shot(workshop, CARD, 307, wood=mix(c.PLUM, c.DUSK, 0.5)),
    "masterclass": _shot(board, CARD, 308, arrows=True),
    "pitch": _shot(microphone, CARD, 309, kind="stand"),
    "exhibition": _shot(trophies, CARD, 310, count=5, plinths=True),
    "fireside": _shot(interview, CARD, 311, wall=mix(c.CLAY, c.PLUM, 0.35), big_lamp=True),
    "city-evening": _shot(skyline, CARD, 312, hour="dusk"),
}

VIDEOS: dict[str, Shot] = {
    "finalists-evening": _shot(audience, THUMBNAIL, 401, raised=True),
    "panel-second-hire": _shot(panel, THUMBNAIL, 402, guests=4),
    "jury-notes": _shot(workshop, THUMBNAIL, 403, wood=c.SAGE),
    "keynote-boring-part": _shot(stage, THUMBNAIL, 404),
    "panel-fair-pay": _shot(panel, THUMBNAIL, 405, guests=4, shape="bands"),
    "gala-last-year": _shot(ballroom, THUMBNAIL, 406, chandeliers=4, deep=True),
    "trophy-making": _shot(trophies, THUMBNAIL, 407, count=1, aside=True),
    "panel-small-hands": _shot(panel, THUMBNAIL, 408, guests=3, shape="arch", audience=True),
    "workshop-day": _shot(board, THUMBNAIL, 409),
    "keynote-rice-husks": _shot(microphone, THUMBNAIL, 410, kind="lectern"),
    "backstage": _shot(stage, THUMBNAIL, 411, people=0, tint=ROSY),
    "panel-first-exports": _shot(panel, THUMBNAIL, 412, guests=3, plants=True),
    "virtual-gala": _shot(skyline, THUMBNAIL, 413),
    "letters": _shot(workshop, THUMBNAIL, 414, wood=c.BLUSH, craft=True),
    "kept-promise": _shot(interview, THUMBNAIL, 415),
    "keynote-start": _shot(microphone, THUMBNAIL, 416, tint=c.ROSE),
}

BLOG: dict[str, Shot] = {
    "coming-home": _shot(arcade, CARD, 501, lanterns=True),
    "eight-finalists-mornings": _shot(skyline, CARD, 502, hour="dawn"),
    "how-the-jury-reads-a-nomination": _shot(workshop, CARD, 503, wood=c.SAND),
    "the-table-plan-is-the-programme": _shot(place_setting, CARD, 504, count=2, cloth=c.MULBERRY),
    "where-the-money-went": _shot(workshop, CARD, 505, round_top=True, wood=c.SAND),
    "what-a-trophy-weighs": _shot(trophies, CARD, 506),
    "notes-towards-a-mentors-handbook": _shot(
        interview, CARD, 507, wall=mix(c.FOREST, c.PLUM, 0.4)
    ),
    "the-winners-and-what-they-said": _shot(winner, CARD, 508, haircut="updo", cloth=c.FOREST),
}

# Wide portraits: the person of looks.toml, and whether she stands on the left.
WIDE_PORTRAITS: dict[str, tuple[str, tuple[int, int], bool]] = {
    **{
        f"videos/{name}": (name, THUMBNAIL, bool(index % 2))
        for index, name in enumerate(
            [
                "amara-okafor",
                "leila-benhaddou",
                "ngozi-eze",
                "yasmin-haddad",
                "camille-fontaine",
                "aaliyah-brooks",
                "esther-wanjiru",
                "margaret-whitlock",
                "farah-siddiqui",
                "zanele-khumalo",
                "adaeze-nwosu",
                "fatima-el-sayed",
                "rosa-delgado",
            ]
        )
    },
    "blog/on-the-roof-with-amara-okafor": ("amara-okafor", CARD, False),
    "blog/borrowed-seeds": ("esther-wanjiru", CARD, True),
    "blog/promote-the-person-who-answers": ("ngozi-eze", CARD, False),
    "blog/a-page-of-sums": ("wanjiku-kamau", CARD, True),
}

SHOTS: dict[str, Shot] = {
    f"{folder}/{name}": shot
    for folder, shots in (
        ("photos", PHOTOS),
        ("heroes", HEROES),
        ("events", EVENTS),
        ("videos", VIDEOS),
        ("blog", BLOG),
    )
    for name, shot in shots.items()
}
