"""The view models of public pages are what their views make of the API's responses."""

import sys
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

from httpx import Client
from pydantic import TypeAdapter
from typing_extensions import TypedDict

from awards_site.ui.queries import Query
from tests.api.entities import COVER_PAGE, EVENT, NOMINEE, PHOTO, POST, SPONSOR, VIDEO
from tests.javascript import run

QUERIES = {
    (each.url, each.view.name): each
    for name, module in [*sys.modules.items()]
    if name.startswith(("awards_site.features.", "awards_site.pages."))
    for each in vars(module).values()
    if isinstance(each, Query) and each.view.name != "contentBlocks"
}
PAGE = {"site": {"timeZone": "Africa/Lagos"}}


def for_pydantic(shape: Any) -> Any:
    """Return the type with a TypedDict that Pydantic takes before Python 3.12."""
    if is_typeddict(shape):
        fields = {name: for_pydantic(each) for name, each in get_type_hints(shape).items()}
        return TypedDict(shape.__name__, fields)  # type: ignore[operator]
    return list[for_pydantic(get_args(shape)[0])] if get_origin(shape) is list else shape  # type: ignore[misc]


def test_each_view_makes_what_its_page_declares(editor: Client, anonymous: Client) -> None:
    image = {"imageUrl": "/uploads/image.jpg"}
    for entity in (VIDEO, SPONSOR, COVER_PAGE):
        entity.create(editor)
    NOMINEE.create(editor, **image)
    EVENT.create(editor, **image)
    editor.post(COVER_PAGE.path(1) + "/activate")
    PHOTO.create(editor, nomineeId=1)
    post, *_ = [POST.create(editor, nomineeId=1, isPublished=True) for _ in range(3)]
    calls = []
    for query in QUERIES.values():
        response = anonymous.get(query.url.format(id=1, slug=post["slug"]))
        assert response.json(), query.url
        script = query.view.script.replace("$", "./awards_site")
        calls.append([script, query.view.name, [response.json(), PAGE, query.view.options]])
    made = run(
        """const results = [];
        for (const [script, name, values] of data)
          results.push(name === "identity" ? values[0] : (await import(script))[name](...values));
        process.stdout.write(JSON.stringify(results));""",
        calls,
    )
    for query, result in zip(QUERIES.values(), made, strict=True):
        checked = TypeAdapter(for_pydantic(query.shape))
        checked.validate_python(result, strict=True, extra="forbid")
