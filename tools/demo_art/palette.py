"""The colours of the images: the site's palette and matching tints."""

IVORY = "#FBF6EC"
SAND = "#EAD9BF"
INK = "#22121F"
NIGHT = "#180712"
PLUM = "#3B1230"
PLUM_DEEP = "#2A0B22"
MULBERRY = "#5E2149"
DUSK = "#7A4A6B"
GOLD = "#B0863B"
GOLD_LIGHT = "#E2C078"
AMBER = "#FFBE5C"
GLOW = "#FFE9BC"
ROSE = "#C2334B"
BLUSH = "#E9BFB0"
CLAY = "#C9775B"
SAGE = "#8C9C7C"
FOREST = "#2F6B4F"


def mix(first: str, second: str, share: float) -> str:
    """The colour that lies `share` (0 to 1) of the way from `first` to `second`."""
    pairs = zip(_channels(first), _channels(second), strict=True)
    return _hex(tuple(a + (b - a) * share for a, b in pairs))


def lighter(colour: str, share: float) -> str:
    """`colour` moved towards warm white."""
    return mix(colour, "#FFF6E4", share)


def darker(colour: str, share: float) -> str:
    """`colour` moved towards the deepest plum."""
    return mix(colour, NIGHT, share)


def _channels(colour: str) -> tuple[float, ...]:
    return tuple(float(int(colour[i : i + 2], 16)) for i in (1, 3, 5))


def _hex(channels: tuple[float, ...]) -> str:
    return "#" + "".join(f"{round(min(255, max(0, c))):02X}" for c in channels)
