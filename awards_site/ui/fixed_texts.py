"""Fixed texts on a page: the default ships in the page, and a State brings what overrides it."""

from typing import Any

import reflex as rx

from awards_site.core.fixed_content import FixedContent


def shown(override: Any, fixed: FixedContent[Any]) -> Any:
    """Return the texts that the page shows, as a Var of the model of `fixed`.

    `override` is a State's variable, as `read_override` fills it. While it is None the default
    stands, which is in the page's own script and HTML, and in no visitor's State. Give the result
    to one `rx.memo` for each section of the page: every use of it writes the default once more.
    """
    default = rx.Var.create(fixed.default.model_dump(mode="json"))
    return rx.cond(override, override, default).to(fixed.shape)
