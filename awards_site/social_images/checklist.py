"""The check of records whose texts have no space in their social image."""

from collections.abc import Callable
from typing import Any, TypeVar

from awards_site.core.records.schemas import Schema
from awards_site.resources.checklist import Check
from awards_site.social_images.card import SocialCard
from awards_site.social_images.drawing import cuts_text

V = TypeVar("V", bound=Schema)


def fits_card(view: type[V], card_of: Callable[[V], SocialCard]) -> Check:
    """Return the check of an entity's records, which visitors see as `view`."""

    def check(record: Any) -> str:
        is_cut = cuts_text(card_of(view.model_validate(record)))
        return "Too long for the image of shared links, which cuts it off" if is_cut else ""

    return check
