"""Links to the preview of a record, or to a nominee's kit, which staff make, list and revoke."""

from collections.abc import Sequence
from datetime import timedelta

from sqlmodel import Session, col, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.core import clock, paths
from awards_site.core.audit.log import record_action
from awards_site.core.audit.models import Action
from awards_site.core.crypto import hash_token, new_token
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import NotFound
from awards_site.records.entity import Entity
from awards_site.records.preview_links import NewPreviewLink, PreviewLink, PreviewLinkPublic
from awards_site.settings import settings

PERIOD = timedelta(days=7)
"""The lifetime of a link."""


@use_case("edited_by")
def list_links(
    _caller: Caller, entity: Entity, record_id: int, *, is_kit: bool = False
) -> list[PreviewLinkPublic]:
    """Return the links that work, the newest first. Raises NotFound."""
    with reading() as session:
        record = entity.repository.find(session, record_id)
        found = _working_links(session, entity, record, is_kit=is_kit)
        return [PreviewLinkPublic.model_validate(each) for each in found]


@use_case("edited_by")
def make_link(
    caller: Caller, entity: Entity, record_id: int, *, is_kit: bool = False
) -> NewPreviewLink:
    """Make a link by which anybody gets the kit, or sees the draft until it is published."""
    token = new_token()
    with writing() as session:
        record = entity.repository.find(session, record_id)
        link = PreviewLink(
            token_hash=hash_token(token),
            is_kit=is_kit,
            table_name=entity.table_name,
            record_id=record.id,
            expires_at=clock.now() + PERIOD,
            user_id=caller.user.id,
        )
        session.add(link)
        session.flush()
        session.refresh(link)
        _audit(session, entity, Action.KIT_SHARED if is_kit else Action.PREVIEW_SHARED, record)
        shown = PreviewLinkPublic.model_validate(link)
    url = f"{settings().public_url}{paths.preview(token)}"
    return NewPreviewLink(**shown.model_dump(), url=url)


@use_case("edited_by")
def revoke_link(
    _caller: Caller, entity: Entity, record_id: int, link_id: int, *, is_kit: bool = False
) -> None:
    """End a link at once. Raises NotFound."""
    with writing() as session:
        record = entity.repository.find(session, record_id)
        links = _working_links(session, entity, record, is_kit=is_kit)
        link = next((each for each in links if each.id == link_id), None)
        if link is None:
            raise NotFound.of("Preview link")
        session.delete(link)
        _audit(session, entity, Action.KIT_REVOKED if is_kit else Action.PREVIEW_REVOKED, record)


def _working_links(
    session: Session, entity: Entity, record: ManagedRecord, *, is_kit: bool
) -> Sequence[PreviewLink]:
    statement = select(PreviewLink).where(
        *PreviewLink.is_of(record), PreviewLink.is_kit == is_kit, ~PreviewLink.has_expired()
    )
    found = session.exec(statement.order_by(col(PreviewLink.id).desc()))
    return [each for each in found if not each.has_ended(record, entity.edited_by)]


def _audit(session: Session, entity: Entity, action: Action, record: ManagedRecord) -> None:
    name, permission = record.display_name, entity.edited_by.name
    record_action(session, action, entity.label, record.id, name, permission=permission)
