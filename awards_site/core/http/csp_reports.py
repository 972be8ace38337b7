"""Receives the browsers' reports of violations of the content security policy."""

import json
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Request

from awards_site.core import paths
from awards_site.core.http.request_bodies import BodyLimit
from awards_site.core.http.websocket_limits import TokenBucket
from awards_site.core.logs import get_logger

log = get_logger(__name__)

REPORT_LIMIT = BodyLimit(16 * 1024, "A report must be less than 16KB")
MAX_LOGGED_PER_MINUTE = 10
"""Further reports are dropped: anyone can send them."""
_MAX_VALUE_LENGTH = 100


def make_router() -> APIRouter:
    """Return the router of the reports, with a log limit of its own."""
    log_limit = TokenBucket(MAX_LOGGED_PER_MINUTE / 60, MAX_LOGGED_PER_MINUTE)
    router = APIRouter(tags=["system"])

    @router.post(
        paths.CSP_REPORTS,
        status_code=204,
        openapi_extra={
            "requestBody": {
                "content": {"application/csp-report": {}, "application/json": {}},
                "required": True,
            }
        },
    )
    async def receive_report(request: Request) -> None:
        """Log a violation of the content security policy, as browsers report it."""
        body = await request.body()
        if not log_limit.take(1):
            return
        try:
            report = json.loads(body)["csp-report"]
            violation = {
                "page": _short(report["document-uri"]),
                "directive": _short(report["effective-directive"]),
                "blocked": _short(report["blocked-uri"]),
            }
        except (ValueError, KeyError, TypeError, RecursionError):
            return
        log.warning("content security policy violated", **violation)

    return router


def _short(value: Any) -> str:
    """Return a value without its query and fragment."""
    text = str(value)[: 10 * _MAX_VALUE_LENGTH]
    parts = urlsplit(text)
    return parts._replace(query="", fragment="").geturl()[:_MAX_VALUE_LENGTH]
