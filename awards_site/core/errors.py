"""Errors that a caller is told; each has the status with which the API sends it."""

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, TypeVar

INSUFFICIENT_AUTHENTICATION = "insufficient_user_authentication"
"""The error code of RFC 9470 for an action that needs the password again."""
UNEXPECTED = "Something went wrong on our side. Please try again."
"""The message for errors that nobody foresaw."""

NO_SPACE = "The site has no space left to store this. Please try again later."


T = TypeVar("T")


class ApiError(Exception):
    """An error that its caller is told: in the API an error response with this status.

    `errors` has the messages of invalid fields by their names, only with `Invalid`.
    """

    status = 500

    def __init__(self, message: str, *, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.headers = dict(headers or {})
        self.errors: dict[str, str] = {}
        self.details: dict[str, object] = {}
        """Further keys of an error response."""


def raises(*errors: type[ApiError]) -> Callable[[T], T]:
    """Declare for the API's description what a dependency, a route or an endpoint raises."""

    def declare(declaring: T) -> T:
        setattr(declaring, "raises", errors)  # noqa: B010
        return declaring

    return declare


class Unexpected(ApiError):
    """500: nobody foresaw the error, which is in the log."""

    def __init__(self) -> None:
        super().__init__(UNEXPECTED)


class Unauthorized(ApiError):
    """401: the request has no valid session."""

    status = 401


class ReauthenticationRequired(Unauthorized):
    """401: the caller has to enter the password again, as RFC 9470 puts it.

    `max_age` is for how many seconds that counts.
    """

    def __init__(self, max_age: int) -> None:
        message = "Please confirm your password to continue"
        challenge = (
            f'Bearer error="{INSUFFICIENT_AUTHENTICATION}",'
            f' error_description="{message}", max_age="{max_age}"'
        )
        super().__init__(message, headers={"WWW-Authenticate": challenge})


class Forbidden(ApiError):
    """403: the caller's role or the request's origin does not permit this."""

    status = 403


class NotFound(ApiError):
    """404: the resource does not exist or is not published to this caller."""

    status = 404

    @classmethod
    def of(cls, label: str) -> "NotFound":
        """Return the error for a missing entity, named by a label such as 'Event'."""
        return cls(f"{label} not found")


class Conflict(ApiError):
    """409: the write contradicts another one, such as a unique value that is in use."""

    status = 409


class Unconfirmed(Conflict):
    """409: a write of the records with these `ids` needs a yes to a question, the `message`.

    The request is refused unless it says that this is meant.
    """

    title: ClassVar[str]
    answer: ClassVar[str]
    """The title of the question, and the label of the button that says yes."""

    def __init__(self, message: str, ids: Iterable[int]) -> None:
        super().__init__(message)
        self.ids = list(ids)


class Reveals(Unconfirmed):
    """409: visitors would see at once what is hidden from them, by the records' ids and names."""

    title = "Show hidden results now?"
    answer = "Show them now"

    def __init__(self, message: str, names: Mapping[int, str]) -> None:
        super().__init__(message, names)
        self.details = {"reveals": [{"id": key, "name": name} for key, name in names.items()]}


class Gone(ApiError):
    """410: the link has expired, was revoked or has been used."""

    status = 410


class PreconditionFailed(ApiError):
    """412: the record has changed since the caller read it; `If-Match` does not match its ETag."""

    status = 412


class TooLarge(ApiError):
    """413: the body exceeds its size limit."""

    status = 413


class UnsupportedMediaType(ApiError):
    """415: the file type is not accepted."""

    status = 415


class TooManyRequests(ApiError):
    """429: too many attempts; `Retry-After` is set to `retry_after` seconds."""

    status = 429

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message, headers={"Retry-After": str(retry_after)})


class InsufficientStorage(ApiError):
    """507: a quota is reached or the disk is full, so that nothing more is stored for now."""

    status = 507

    def __init__(self, message: str) -> None:
        super().__init__(message, headers={"Retry-After": "60"})


class ServiceUnavailable(ApiError):
    """503: the server is too busy; `Retry-After` is set to `retry_after` seconds."""

    status = 503

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message, headers={"Retry-After": str(retry_after)})


class Invalid(ApiError):
    """422: invalid fields, by name with their message; `message` is that of the first field."""

    status = 422

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(next(iter(errors.values())))
        self.errors = dict(errors)
