"""What a management screen says after a write, done or failed."""

from dataclasses import dataclass
from typing import Any

import httpx
import reflex as rx

from awards_site.admin.account.reauthenticate import has_ended
from awards_site.core.http.headers import PAGES_PENDING_HEADER
from awards_site.core.request_client import RequestError
from awards_site.ui.overlays.toasts import notify

PAGES_PENDING = "Visitors see this on the public pages in a moment."


@dataclass(frozen=True)
class Notice:
    """The words of a notice; `{name}` and `{message}` are filled in.

    `name` is the record's name, `message` what the server said about a failure; where it said
    nothing, `fallback` stands for it.
    """

    title: str
    description: str = ""
    fallback: str = ""

    def filled(self, **words: str) -> tuple[str, str]:
        # Only the template's own braces are read: a name may contain some, too.
        return self.title.format_map(words), self.description.format_map(words)

    def with_verb(self, **verb: str) -> "Notice":
        """Return the notice with the forms of a verb filled in, such as `{did}`."""
        texts = [self.title, self.description, self.fallback]
        for form, word in verb.items():
            texts = [text.replace(f"{{{form}}}", word) for text in texts]
        return Notice(*texts)

    def of_failure(self, error: RequestError, name: str = "") -> tuple[str, str]:
        return self.filled(
            name=name, message=error.server_message or self.fallback or error.message
        )


@dataclass(frozen=True)
class Notices:
    """What a screen says after each kind of write, done and failed."""

    created: Notice
    updated: Notice
    deleted: Notice
    create_failed: Notice
    update_failed: Notice
    delete_failed: Notice
    published: Notice
    unpublished: Notice
    restored: Notice = Notice("Deletion undone", "{name} is back.")
    restore_failed: Notice = Notice("The deletion could not be undone", "{message}")

    @classmethod
    def worded(cls, done: Notice, failed: Notice, **exceptions: Notice) -> "Notices":
        """Return notices that differ by their verb alone, but for the `exceptions`.

        `{did}` in `done` is the verb as in "created"; `{do}` and `{doing}` in `failed` are those
        in "create" and "creating".
        """
        notices = {
            did: done.with_verb(did=did)
            for did in ("created", "updated", "deleted", "published", "unpublished")
        }
        for do, doing in (("create", "creating"), ("update", "updating"), ("delete", "deleting")):
            notices[f"{do}_failed"] = failed.with_verb(do=do, doing=doing)
        return cls(**{**notices, **exceptions})

    @classmethod
    def plain(cls, label: str, **exceptions: Notice) -> "Notices":
        """Return the family whose titles name the record, where the messages name no title."""
        done = Notice(f"{label.capitalize()} {{did}}", "{name}")
        return cls.worded(done, Notice(f"Error {{doing}} {label}", "{message}"), **exceptions)

    @classmethod
    def success_and_error(cls, label: str) -> "Notices":
        """Return the family whose titles are 'Success' and 'Error' (nominees, videos, blog)."""
        done = Notice("Success", f"{label.capitalize()} {{did}} successfully")
        failed = Notice("Error", f"Failed to {{do}} {label}: {{message}}")
        return cls.worded(
            done,
            failed,
            restored=done.with_verb(did="restored"),
            restore_failed=failed.with_verb(do="restore"),
        )


def done(
    notice: Notice, name: str, response: httpx.Response | None, **options: Any
) -> rx.event.EventSpec:
    """Return the toast of a write that was done; `options` are those of `notify`."""
    is_pending = response is not None and PAGES_PENDING_HEADER in response.headers
    note = PAGES_PENDING if is_pending else ""
    return notify(*notice.filled(name=name, message=""), note=note, **options)


def failed(
    notice: Notice, name: str, error: RequestError, again: rx.event.EventSpec | None = None
) -> rx.event.EventSpec:
    """Return the toast of a failure; where the session has ended, `again` if it is given."""
    if again is not None and has_ended(error):
        return again
    return notify(*notice.of_failure(error, name), destructive=True)
