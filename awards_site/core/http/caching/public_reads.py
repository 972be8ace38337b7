"""Which requests are public reads, and the keys by which their responses are cached."""

from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.types import Scope

from awards_site.core.http.caching.content_encoding import IDENTITY, Coding, negotiate_coding
from awards_site.core.http.caching.revalidation import SharedRoute

_READ_METHODS = frozenset({"GET", "HEAD"})
_MAX_URL_LENGTH = 1024
"""Longer URLs bypass the cache; no page or feed uses one."""
_REQUEST_BODY_HEADERS = (b"content-length", b"transfer-encoding")


class Key(NamedTuple):
    """The cache key; `query` has only the parameters that the route declares."""

    path: str
    query: bytes
    coding: Coding


class PublicRead(NamedTuple):
    """A request for a public response; with a session, it bypasses the cache."""

    key: Key
    if_none_match: str
    has_session: bool


def parse_read(api: FastAPI, scope: Scope, cookie: bytes) -> PublicRead | None:
    """Return a request as a public read, or None for any other request.

    `cookie` is the name of the session cookie with its equals sign.
    """
    if scope["type"] != "http" or scope["method"] not in _READ_METHODS:
        return None
    path, query = scope["path"], scope["query_string"]
    if len(path) + len(query) > _MAX_URL_LENGTH:
        return None
    route = _shared_route(api, path)
    if route is None:
        return None
    accepted, if_none_match, has_session = b"", b"", False
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            accepted = accepted + b"," + value if accepted else value
        elif name == b"if-none-match":
            if_none_match = if_none_match + b"," + value if if_none_match else value
        elif name == b"cookie":
            has_session = has_session or cookie in value
        elif name in _REQUEST_BODY_HEADERS and value != b"0":
            # Leave requests with a body to the middleware that limits it.
            return None
    if has_session and route.depends_on_session:
        return None
    key = Key(path, query and _normalize_query(query, route.params), negotiate_coding(accepted))
    return PublicRead(key, if_none_match.decode("latin-1"), has_session)


def key_of(api: FastAPI, url: str) -> Key:
    """Return the key of the uncompressed response at a path and query of the API.

    Raises LookupError if no public route matches.
    """
    path, _, query = url.partition("?")
    path = unquote(path)
    route = _shared_route(api, path)
    if route is None:
        raise LookupError(f"{path} is not a public route")
    return Key(path, _normalize_query(query.encode(), route.params), IDENTITY)


class _SharedRoute(NamedTuple):
    params: frozenset[str]
    """The names of the declared query parameters."""
    depends_on_session: bool


@lru_cache(maxsize=4096)
def _shared_route(app: FastAPI, path: str) -> _SharedRoute | None:
    """Return the public route at a path, or None if there is none."""
    for route in iter_route_contexts(app.routes):
        if "GET" in (route.methods or ()) and route.path_regex.match(path):
            original = route.original_route
            if not isinstance(original, SharedRoute):
                return None
            params = frozenset(each.alias for each in route.dependant.query_params)
            return _SharedRoute(params, original.depends_on_session)
    return None


def _normalize_query(query: bytes, params: frozenset[str]) -> bytes:
    """Return a query reduced to the known parameters, sorted."""
    named = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    known = [(name, value) for name, value in named if name in params]
    return urlencode(sorted(known, key=itemgetter(0))).encode()
