"""The errors that a caller is told: each carries its status, and all have one JSON shape."""

from collections.abc import Mapping


class ApiError(Exception):
    """An answer other than success: `{"message", "errors"}` with a status (decisions, contract)."""

    status = 500

    def __init__(self, message: str, *, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.headers = dict(headers or {})
        self.errors: list[dict[str, str]] = []


class Unauthorized(ApiError):
    """401: there is no valid session."""

    status = 401


class Forbidden(ApiError):
    """403: the caller's role, or the page that sent the request, may not do this."""

    status = 403


class NotFound(ApiError):
    """404: it does not exist, or is not published to this caller."""

    status = 404

    @classmethod
    def of(cls, label: str) -> "NotFound":
        """Return the error for a missing `noun`, such as 'Event'."""
        return cls(f"{label} not found")


class Conflict(ApiError):
    """409: something with this unique value exists already."""

    status = 409


class PreconditionFailed(ApiError):
    """412: somebody else has written since the caller read (the `If-Match` does not fit)."""

    status = 412


class TooLarge(ApiError):
    """413: the body is over its limit."""

    status = 413


class UnsupportedMediaType(ApiError):
    """415: a file of a kind that is not taken."""

    status = 415


class TooManyRequests(ApiError):
    """429: too many attempts; `Retry-After` says when to come back."""

    status = 429

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message, headers={"Retry-After": str(retry_after)})


class Invalid(ApiError):
    """422: fields that break a rule; the message is the first field's."""

    status = 422

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(next(iter(errors.values())))
        self.errors = [{"field": field, "message": text} for field, text in errors.items()]
