"""Tests for the forms that open with the input that the browser has autosaved."""

import asyncio
from typing import Any, TypeVar

import pytest
import reflex as rx
from pydantic import BaseModel

from awards_site.app import app
from awards_site.core.errors import NotFound, Unauthorized
from awards_site.features.nominees.admin import NomineesAdmin
from awards_site.features.sponsors.admin import SponsorsAdmin
from awards_site.portal import drafts, record_form
from awards_site.portal.autosave import AutosavedInput
from awards_site.portal.gateway import begin_event
from awards_site.portal.screen import Form
from awards_site.records.written import Shown

assert app  # Its import defines the screens.


def published(state: AutosavedInput, **values: Any) -> dict[str, Any]:
    """Return a record of a screen as the API returns it."""
    create = state.screen.create
    assert create is not None
    return {**create.from_inputs(create.initial_values()), "id": 7, **values}


S = TypeVar("S", bound=AutosavedInput)

DRAFT = (
    {
        "base": {"company": "Public Co"},
        "values": {"company": "Draft Co"},
        "userName": "Eve",
        "updatedAt": "2026-11-25T02:00:00Z",
    },
    '"draft"',
)
"""A draft of a nominee, with its tag."""


class Stored(BaseModel, extra="allow"):
    """A record as a use case returns it."""


class UseCases:
    """Returns the `responses` of what reads record 7, and records what was written."""

    def __init__(self) -> None:
        self.responses: dict[str, tuple[dict[str, Any], str]] = {}
        self.signed_out_from = ""
        self.written: list[tuple[str, Any, str | None]] = []

    async def run(self, use_case: Any, _entity: Any, *args: Any, **_: Any) -> Any:
        if use_case.name == self.signed_out_from:
            raise Unauthorized("Please sign in")
        if use_case.name.startswith("read"):
            if use_case.name not in self.responses:
                raise NotFound("Not found")
        else:
            changes = [each.model_dump(by_alias=True, exclude_unset=True) for each in args[1:-1]]
            self.written.append((use_case.name, *(changes or [None]), args[-1].tags))
        record, tag = self.responses.get(use_case.name, ({"name": "Saved"}, ""))
        return Shown(Stored(**record), tag)


@pytest.fixture(name="cases")
def _cases(monkeypatch: pytest.MonkeyPatch) -> UseCases:
    begin_event("")
    cases = UseCases()
    for module in (record_form, drafts):
        monkeypatch.setattr(module, "run", cases.run)
    return cases


def screen(kind: type[S]) -> S:
    states: list[Any] = [rx.State(_reflex_internal_init=True)]
    for state in states:
        if isinstance(state, kind):
            return state
        states += state.substates.values()
    raise AssertionError(f"There is no State {kind}.")


def update_of(state: AutosavedInput) -> Form:
    assert state.screen.update is not None
    return state.screen.update


async def run(state: AutosavedInput, handler: str, *arguments: Any) -> list[Any]:
    return [each async for each in type(state).event_handlers[handler].fn(state, *arguments)]


def restore(state: AutosavedInput, base: dict[str, Any], values: dict[str, Any]) -> list[Any]:
    autosaved = {"record": "7", "name": "Kept", "base": base, "values": values}
    return asyncio.run(run(state, "restore_input", autosaved))


def test_input_of_a_record_is_restored_with_what_has_changed_since(cases: UseCases) -> None:
    state = screen(SponsorsAdmin)
    sponsor = published(state, name="Acme", is_published=True)
    base = update_of(state).to_inputs(sponsor)
    cases.responses = {"read": ({**sponsor, "name": "Acme Group"}, '"1"')}

    restore(state, base, {**base, "name": "Acme Ltd"})

    assert state.dialog == "edit"
    assert state.values["name"] == "Acme Ltd"
    assert [each["theirs"] for each in state.conflicting_fields] == ["Acme Group"]


def test_input_is_restored_in_the_draft_and_published_with_it(cases: UseCases) -> None:
    state = screen(NomineesAdmin)
    nominee = published(state, name="Ada", company="Public Co", isPublished=True)
    base = update_of(state).to_inputs({**nominee, "company": "Draft Co"})
    cases.responses = {"read": (nominee, '"1"'), "read_pending": DRAFT}

    restore(state, base, {**base, "title": "Founder"})

    assert state.draft_text
    assert state.values["company"] == "Draft Co"
    assert not state.conflicting_fields
    asyncio.run(run(state, "save", {**base, "title": "Founder"}))
    assert cases.written[0] == ("publish_pending", {"title": "Founder"}, '"draft"')


def test_what_was_typed_before_a_draft_was_saved_does_not_publish_it(cases: UseCases) -> None:
    state = screen(NomineesAdmin)
    nominee = published(state, name="Ada", company="Public Co", isPublished=True)
    base = update_of(state).to_inputs(nominee)
    cases.responses = {"read": (nominee, '"1"'), "read_pending": DRAFT}

    restore(state, base, {**base, "title": "Founder"})

    assert [each["theirs"] for each in state.conflicting_fields] == ["Draft Co"]
    asyncio.run(run(state, "save", {**base, "title": "Founder"}))
    assert cases.written[0] == ("save_pending", {"title": "Founder"}, '"draft"')


def test_restored_input_of_a_published_record_is_saved_anyway_as_a_draft(cases: UseCases) -> None:
    state = screen(NomineesAdmin)
    nominee = published(state, name="Ada", company="Public Co", isPublished=True)
    base = update_of(state).to_inputs(nominee)
    cases.responses = {"read": ({**nominee, "company": "Other Co"}, '"2"')}

    restore(state, base, {**base, "isWinner": True})

    assert state.is_public, "'Save draft' is offered"
    assert state.conflict_kind == record_form.CHANGED
    asyncio.run(run(state, "save", {**base, "isWinner": True}))
    assert cases.written[0] == ("save_pending", {"isWinner": True}, '"2"')


def test_the_browser_forgets_what_was_typed_in_a_discarded_draft(cases: UseCases) -> None:
    state = screen(NomineesAdmin)
    nominee = published(state, name="Ada", company="Public Co", isPublished=True)
    base = update_of(state).to_inputs({**nominee, "company": "Draft Co"})
    cases.responses = {"read": (nominee, '"1"'), "read_pending": DRAFT}
    restore(state, base, {**base, "title": "Founder"})

    asyncio.run(run(state, "discard_draft", {**base, "title": "Founder"}))

    assert cases.written[0][0] == "discard_pending"
    assert state.saved_input.startswith("7:")


def test_a_form_does_not_inherit_that_the_one_before_was_saved_as_a_draft(cases: UseCases) -> None:
    state = screen(NomineesAdmin)
    nominee = published(state, name="Ada", company="Public Co", isPublished=True)
    base = update_of(state).to_inputs(nominee)
    cases.responses = {"read": (nominee, '"1"')}
    restore(state, base, base)
    asyncio.run(run(state, "save_draft", {**base, "title": "Founder"}))
    cases.responses = {"read": ({**nominee, "isPublished": False}, '"2"')}

    restore(state, base, {**base, "title": "Founder"})
    asyncio.run(run(state, "save", {**base, "title": "Founder"}))

    assert cases.written[-1] == ("update", {"title": "Founder"}, '"2"')


def test_input_is_restored_after_signing_in_again(cases: UseCases) -> None:
    state = screen(NomineesAdmin)
    nominee = published(state, name="Ada", isPublished=True)
    base = update_of(state).to_inputs(nominee)
    cases.responses = {"read": (nominee, '"1"')}
    cases.signed_out_from = "read_pending"

    assert len(restore(state, base, {**base, "title": "Founder"})) == 1
    assert state.dialog == ""
