"""The pages of a juror: plain HTML forms, which a script saves as she goes.

The link alone shows nothing: a device is known after the code that was sent to the juror. A GET
changes nothing, because mail servers follow links to check them.
"""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from awards_site.accounts.dependencies import allow
from awards_site.accounts.permissions import Permission
from awards_site.accounts.user_sessions import read_cookie, set_cookie
from awards_site.core import paths
from awards_site.core.errors import (
    ApiError,
    Conflict,
    Gone,
    Invalid,
    NotFound,
    TooManyRequests,
    Unauthorized,
    raises,
)
from awards_site.core.http.errors import STYLE_SOURCE, plain_page
from awards_site.core.http.rate_limits import JURY_PAGES
from awards_site.core.http.security import content_policy, document_headers, hash_source
from awards_site.core.http.urls import Id
from awards_site.core.presentation.texts import format_datetime
from awards_site.core.validation import MAX_TEXT_LENGTH
from awards_site.features.jurors.criteria import Criterion
from awards_site.features.jurors.entity import JurorScore, Recusal, ScoreBase
from awards_site.features.jurors.links import CODE_LIFETIME, find_link_holder, send_code, use_code
from awards_site.features.jurors.scoring import (
    Ballot,
    describe,
    parse_marks,
    read_ballot,
    save_score,
    set_done,
)
from awards_site.features.nominees.entity import NomineeCategory, NomineeView
from awards_site.frontend import inline_text

COOKIE = "awards_jury"
"""The cookie by which a device is known to the juror who has given her code there."""
_SCRIPT = inline_text("jurors/scoring.js")
_SCRIPT_ELEMENT = f'<script type="module">{_SCRIPT}</script>'
_HEADERS = {
    **document_headers(content_policy(scripts=[hash_source(_SCRIPT)], styles=[STYLE_SOURCE])),
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    # The origin alone, because the path has a token; browsers need it to post.
    "Referrer-Policy": "strict-origin",
}
_SAVED = "Saved."
_PATH = paths.jury("{token}")

router = APIRouter(
    tags=["jury"],
    dependencies=[allow(Permission.READ_PUBLIC), Depends(JURY_PAGES)],
    default_response_class=HTMLResponse,
)


def _page(heading: str, content: str, status: int = 200) -> Response:
    html = plain_page("Jury", escape(heading), content)
    return HTMLResponse(html, status, headers=_HEADERS)


def _refusal(token: str, error: ApiError) -> Response:
    """Return the page for an error; a new device is asked for a code."""
    if isinstance(error, Unauthorized):
        return RedirectResponse(paths.jury(token), 303, headers=_HEADERS)
    heading = "Thank you" if isinstance(error, Gone) else "This did not work"
    back = "" if isinstance(error, Gone) else _back(token)
    return _page(heading, f"<p>{escape(error.message)}</p>{back}", error.status)


def _back(token: str) -> str:
    return f'<p><a href="{paths.jury(token)}">To your nominees</a></p>'


@router.get(_PATH)
@raises(Gone)
async def show_ballot(token: str, request: Request) -> Response:
    """Show a juror her nominees, or ask for the code on a new device."""
    cookie = read_cookie(request, COOKIE)
    try:
        ballot = await run_in_threadpool(read_ballot, token, cookie)
    except Unauthorized:
        return await _ask(token)
    except ApiError as error:
        return _refusal(token, error)
    content = f"{''.join(_overview(ballot, token))}{_SCRIPT_ELEMENT}"
    return _page(f"Welcome, {ballot.juror.name}", content)


async def _ask(token: str, error: ApiError | None = None, *, is_sent: bool = False) -> Response:
    """Return the page that asks for the code, or why there is none."""
    try:
        juror = await run_in_threadpool(find_link_holder, token)
    except Gone as gone:
        return _refusal(token, gone)
    message = error.message if error else ""
    minutes = int(CODE_LIFETIME.total_seconds() / 60)
    sent = f"We have sent a code to {_masked(juror.email)}. It works for {minutes} minutes."
    ask = f"This device is new to us. We send a code to {_masked(juror.email)}, to be sure."
    again = "Send another code" if is_sent or error else "Send the code"
    aria = ' aria-invalid="true" aria-describedby="code-error"' if message else ""
    form = (
        f'<form method="post" action="{paths.jury(token)}/device"><div>'
        f'<label for="code">Code</label><input id="code" name="code" required{aria}'
        ' inputmode="numeric" autocomplete="one-time-code">'
        f'<p class="error" id="code-error" role="alert">{escape(message)}</p></div>'
        '<button type="submit">Continue</button></form>'
    )
    content = (
        f"<p>{escape(sent if is_sent else ask)}</p>{form if is_sent or error else ''}"
        f'<form method="post" action="{paths.jury(token)}/code" class="row">'
        f'<button type="submit"{" class=quiet" if is_sent or error else ""}>{again}</button></form>'
    )
    return _page(f"Welcome, {juror.name}", content, error.status if error else 200)


def _masked(email: str) -> str:
    """Return an email address so that only its owner recognises it."""
    name, _, domain = email.rpartition("@")
    return f"{name[:1]}...@{domain}"


@router.post(f"{_PATH}/code")
@raises(Gone, TooManyRequests)
async def post_code(token: str) -> Response:
    """Send the juror a code for a new device."""
    try:
        await run_in_threadpool(send_code, token)
    except ApiError as error:
        return await _ask(token, error)
    return await _ask(token, is_sent=True)


@router.post(f"{_PATH}/device", status_code=303)
@raises(Gone, Invalid)
async def post_device(token: str, request: Request) -> Response:
    """Let a device in with the code that was sent."""
    form = await request.form()
    try:
        cookie, lifetime = await run_in_threadpool(use_code, token, str(form.get("code", "")))
    except ApiError as error:
        return await _ask(token, error)
    response = RedirectResponse(paths.jury(token), 303, headers=_HEADERS)
    set_cookie(request, response, COOKIE, cookie, lifetime)
    return response


@router.post(f"{_PATH}/done", status_code=303)
@raises(Gone, NotFound)
async def post_done(token: str, request: Request) -> Response:
    """Store that the juror is done with a category, or is not any more."""
    form = await request.form()
    category, is_done = str(form.get("category", "")), form.get("done") == "1"
    cookie = read_cookie(request, COOKIE)
    try:
        await run_in_threadpool(set_done, token, cookie, category, is_done=is_done)
    except ApiError as error:
        return _refusal(token, error)
    return RedirectResponse(f"{paths.jury(token)}#{category}", 303, headers=_HEADERS)


@router.get(f"{_PATH}/{{nominee_id}}")
@raises(Gone, NotFound)
async def show_nominee(token: str, nominee_id: Id, request: Request) -> Response:
    """Show a nominee with the form of the juror's score."""
    try:
        ballot = await run_in_threadpool(read_ballot, token, read_cookie(request, COOKIE))
    except ApiError as error:
        return _refusal(token, error)
    message = _SAVED if "saved" in request.query_params else ""
    return _nominee_page(ballot, token, nominee_id, message)


@router.post(f"{_PATH}/{{nominee_id}}")
@raises(Gone, NotFound, Conflict, Invalid)
async def post_score(token: str, nominee_id: Id, request: Request) -> Response:
    """Store a score: a form's, or as JSON says, one that a script saves."""
    form = dict(await request.form())
    cookie = read_cookie(request, COOKIE)
    for_script = "application/json" in request.headers.get("Accept", "")
    try:
        ballot = await run_in_threadpool(save_score, token, cookie, nominee_id, form)
    except ApiError as error:
        if for_script:
            refused = {"message": error.message, **error.details}
            return JSONResponse(refused, error.status, {"Cache-Control": "no-store"})
        if isinstance(error, Conflict | Invalid):
            ballot = await run_in_threadpool(read_ballot, token, cookie)
            return _nominee_page(ballot, token, nominee_id, error.message, form, error.status)
        return _refusal(token, error)
    if for_script:
        left = sum(not ballot.is_scored(each) for each in ballot.nominees)
        message = f"{_SAVED} {left} left." if left else f"{_SAVED} Nobody is left."
        saved = {"message": message, "was": describe(ballot.scores[nominee_id])}
        return JSONResponse(saved, headers={"Cache-Control": "no-store"})
    _, following = _neighbours(ballot, nominee_id)
    goal = following.id if following and form.get("then") == "next" else nominee_id
    query = "" if goal != nominee_id else "?saved=1"
    return RedirectResponse(f"{paths.jury(token)}/{goal}{query}", 303, headers=_HEADERS)


def _neighbours(ballot: Ballot, nominee_id: int) -> tuple[NomineeView | None, NomineeView | None]:
    found, place = ballot.nominees, ballot.find(nominee_id)
    following = found[place + 1] if place + 1 < len(found) else None
    return found[place - 1] if place else None, following


def _overview(ballot: Ballot, token: str) -> Iterator[str]:
    assert ballot.jury.deadline is not None
    yield f"<p>Please score by {format_datetime(ballot.jury.deadline)}. You may change scores until"
    yield " then. Nobody sees them before, and other jurors never do.</p>"
    for key, nominees in ballot.categories.items():
        scored = sum(map(ballot.is_scored, nominees))
        yield f'<h2 id="{key}">{NomineeCategory.labels()[key]}</h2>'
        yield f"<p>{scored} of {len(nominees)} scored</p><ol>"
        yield from (_entry(ballot, token, each) for each in nominees)
        yield f"</ol>{_done_form(token, key, is_done=key in ballot.juror.done)}"


def _entry(ballot: Ballot, token: str, nominee: NomineeView) -> str:
    score = ballot.scores.get(nominee.id)
    state = _state(ballot, score, is_scored=ballot.is_scored(nominee))
    company = f", {escape(nominee.company)}" if nominee.company else ""
    link = f'<a href="{paths.jury(token)}/{nominee.id}">{escape(nominee.name)}</a>'
    return f"<li>{link}{company}: {state}</li>"


def _state(ballot: Ballot, score: JurorScore | None, *, is_scored: bool) -> str:
    if score and score.recusal:
        return "you cannot judge her"
    if is_scored:
        return "<b>scored</b>"
    return "begun" if score and (score.marks or score.comment) else "open"


def _done_form(token: str, category: str, *, is_done: bool) -> str:
    label = "Go on with this category" if is_done else "I am done with this category"
    note = "<p><b>You are done with it.</b></p>" if is_done else ""
    return (
        f'{note}<form method="post" action="{paths.jury(token)}/done">'
        f'<input type="hidden" name="category" value="{category}">'
        f'<button type="submit" class="quiet" name="done" value="{"0" if is_done else "1"}">'
        f"{label}</button></form>"
    )


def _nominee_page(
    ballot: Ballot,
    token: str,
    nominee_id: int,
    message: str,
    typed: Mapping[str, Any] | None = None,
    status: int = 200,
) -> Response:
    """Return the page of a nominee; `typed` are the fields of a form that was refused."""
    try:
        nominee = ballot.nominees[ballot.find(nominee_id)]
    except NotFound as error:
        return _refusal(token, error)
    previous, following = _neighbours(ballot, nominee_id)
    content = "".join(
        (
            _about(nominee),
            _form(ballot, token, nominee, message, typed),
            '<nav class="row" aria-label="Nominees">',
            _link(token, previous, "Previous", "k"),
            _link(token, following, "Next", "j"),
            f"</nav>{_back(token)}{_SCRIPT_ELEMENT}",
        )
    )
    return _page(nominee.name, content, status)


def _about(nominee: NomineeView) -> str:
    image = nominee.image.get("src", "")
    portrait = f'<img src="{escape(image)}" alt="" width="200">' if image else ""
    role = ", ".join(filter(None, (nominee.title, nominee.company)))
    links = {"LinkedIn": nominee.linkedin_link, "Website": nominee.website_link}
    anchors = " | ".join(
        f'<a href="{escape(url)}" rel="noopener noreferrer" target="_blank">{label}</a>'
        for label, url in links.items()
        if url
    )
    texts = {"Her story": nominee.bio, "What she achieved": nominee.achievements}
    parts = "".join(
        f'<h2>{label}</h2><p class="text">{escape(text)}</p>'
        for label, text in texts.items()
        if text
    )
    category = NomineeCategory.labels().get(nominee.category, nominee.category)
    return f"{portrait}<p>{escape(role)}<br>{escape(category)}</p>{parts}<p>{anchors}</p>"


def _link(token: str, nominee: NomineeView | None, label: str, key: str) -> str:
    if nominee is None:
        return ""
    return (
        f'<a class="button quiet" href="{paths.jury(token)}/{nominee.id}" data-key="{key}"'
        f' aria-keyshortcuts="{key}">{label}: {escape(nominee.name)}</a>'
    )


def _form(
    ballot: Ballot,
    token: str,
    nominee: NomineeView,
    message: str,
    typed: Mapping[str, Any] | None,
) -> str:
    stored = ballot.scores.get(nominee.id)
    score = stored or ScoreBase()
    marks, comment, recusal, theirs = score.marks, score.comment or "", score.recusal, ""
    if typed is not None:
        marks, recusal = parse_marks(ballot.jury, typed), str(typed.get("recusal", ""))
        theirs = (
            '<div><label for="theirs">The comment that is stored</label>'
            f'<textarea id="theirs" rows="5" readonly>\n{escape(comment)}</textarea></div>'
        )
        comment = str(typed.get("comment", ""))[:MAX_TEXT_LENGTH]
    fields = "".join(
        _marks(each, marks.get(each.id), ballot.jury.highest) for each in ballot.jury.criteria
    )
    return (
        '<h2>Your score</h2><form method="post" data-score'
        f' action="{paths.jury(token)}/{nominee.id}">'
        f'<input type="hidden" name="was" value="{escape(describe(stored))}">'
        f'{fields}<div><label for="comment">Comment for the jury</label>'
        '<textarea id="comment" name="comment" rows="5" maxlength="4000">\n'
        f"{escape(comment)}</textarea>"
        f"</div>{theirs}{_recusal(recusal)}"
        f'<p role="status" data-status>{escape(message)}</p><div class="row">'
        '<button type="submit">Save</button>'
        '<button type="submit" class="quiet" name="then" value="next">Save and next</button>'
        "</div></form>"
    )


def _marks(criterion: Criterion, given: int | None, highest: int) -> str:
    name = f"mark-{escape(criterion.id)}"
    radios = "".join(
        f'<label><input type="radio" name="{name}" value="{mark}"'
        f"{' checked' if mark == given else ''}>{mark}</label>"
        for mark in range(1, highest + 1)
    )
    return (
        f"<fieldset><legend>{escape(criterion.title)}</legend><p>{escape(criterion.hint)}</p>"
        f'<div class="row">{radios}</div></fieldset>'
    )


def _recusal(chosen: str | None) -> str:
    options = "".join(
        f'<option value="{value}"{" selected" if value == (chosen or "") else ""}>{label}</option>'
        for value, label in {"": "I can judge her", **Recusal.labels()}.items()
    )
    return (
        '<div><label for="recusal">I cannot judge her, because of</label>'
        f'<select id="recusal" name="recusal">{options}</select></div>'
    )
