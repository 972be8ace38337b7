"""What goes wrong with a call to the API, as the pages see it."""

import json

import httpx


class RequestError(Exception):
    """A call that brought no usable answer; the base of the others.

    `message` is what a person is shown; `said` is the server's own message, or '' where it gave
    none. `errors` maps the names of refused fields to their messages and is empty unless the
    server named fields.
    """

    def __init__(self, description: str) -> None:
        super().__init__(description)
        self.message = description
        self.said = ""
        self.errors: dict[str, str] = {}


class RequestFailed(RequestError):
    """The server answered, but not with success.

    As text it reads `'{status}: {text or status text}'` (spec 1, shared request behaviour).
    `message` and `errors` come from the JSON body of the API's errors where there is one.
    """

    def __init__(self, status: int, text: str, status_text: str = "") -> None:
        phrase = status_text or httpx.codes.get_reason_phrase(status)
        super().__init__(f"{status}: {text or phrase}")
        self.status = status
        self.text = text
        self._read_body()

    @classmethod
    def of(cls, response: httpx.Response) -> "RequestFailed":
        """Return the error that `response`, an answer other than success, stands for."""
        return cls(response.status_code, response.text, response.reason_phrase)

    def _read_body(self) -> None:
        """Take `message` and `errors` from the body, when it has the API's shape."""
        try:
            body = json.loads(self.text)
        except ValueError:
            return
        if not isinstance(body, dict):
            return
        message, errors = body.get("message"), body.get("errors")
        if isinstance(message, str) and message:
            self.message = self.said = message
        for error in errors if isinstance(errors, list) else []:
            if isinstance(error, dict) and "field" in error and "message" in error:
                # A field may be refused for several reasons; a form shows the first.
                self.errors.setdefault(str(error["field"]), str(error["message"]))


class ConnectionFailed(RequestError):
    """The general request helper never reached the server, retries included."""

    def __init__(self, method: str, path: str) -> None:
        super().__init__(f"No answer to {method} {path}; check the connection and try again")


class QueryFailed(RequestError):
    """The data reader never reached the server, retries included."""

    def __init__(self, attempts: int) -> None:
        super().__init__(f"Query failed after {attempts} attempts")
