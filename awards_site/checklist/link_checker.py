"""Background task that follows the links of published records to other sites now and then."""

import asyncio

from awards_site.checklist import service
from awards_site.checklist.link_check import follow_all
from awards_site.core.database.sessions import reading, writing
from awards_site.core.logs.logger import get_logger
from awards_site.settings import settings

FIRST_DELAY_SECONDS = 60.0
"""The wait after the start, which has more urgent tasks."""
INTERVAL_SECONDS = 3600.0

log = get_logger(__name__)


async def run_link_checker() -> None:
    """Follow the links that are due, every hour until cancelled; a lifespan task."""
    if not settings().link_check_days:
        return
    await asyncio.sleep(FIRST_DELAY_SECONDS)
    while True:
        try:
            await follow_due_links()
        except Exception:
            log.exception("link check failed", retry_seconds=INTERVAL_SECONDS)
        await asyncio.sleep(INTERVAL_SECONDS)


async def follow_due_links(*, allows_private: bool = False) -> None:
    """Follow the links that are due, and store which are dead."""
    urls = await asyncio.to_thread(_claim)
    if not urls:
        return
    problems = await follow_all(urls, allows_private=allows_private)
    await asyncio.to_thread(_store, problems)
    dead = sum(map(bool, problems.values()))
    log.info("links followed", links=len(urls), dead=dead, unknown=len(urls) - len(problems))


def _claim() -> list[str]:
    with reading() as session:
        urls = service.find_links(session)
    with writing() as session:
        return service.claim_links(session, urls)


def _store(problems: dict[str, str]) -> None:
    with writing() as session:
        service.store_problems(session, problems)
