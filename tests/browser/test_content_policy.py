"""The policy for scripts on the site's pages, and the headers of every response of the server."""

import httpx
from playwright.sync_api import Page, Response

from tests.api.test_security_headers import assert_secure
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import visit

INJECTED = {
    "script": "document.head.append(Object.assign(document.createElement('script'),"
    " {textContent: 'window.injected = true'}))",
    "handler": "document.body.setAttribute('onclick', 'window.injected = true');"
    " document.body.click()",
    "style": "document.head.append(Object.assign(document.createElement('style'),"
    " {textContent: 'body{outline: 7px solid red}'}))",
    "base": "document.head.append(Object.assign(document.createElement('base'),"
    " {href: 'https://example.org/'}))",
}


def test_injected_code_has_no_effect_and_is_reported(page: Page, problems: Problems) -> None:
    problems.expect("Content Security Policy|report-only")
    visit(page, "/about")

    def is_report(response: Response) -> bool:
        return response.url.endswith("/api/reports/csp")

    for code in INJECTED.values():
        with page.expect_response(is_report) as reported:
            page.evaluate(code)
        assert reported.value.status == 204
    assert page.evaluate("window.injected") is None
    assert page.evaluate("getComputedStyle(document.body).outlineWidth") != "7px"
    assert page.evaluate("document.baseURI").startswith(page.url)


def test_every_kind_of_response_has_security_headers(site: Site) -> None:
    handshake = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    foreign = {"Origin": "https://example.org"}
    site.read_rendered("/")
    script = httpx.get(f"{site.url}/").text.partition('data-modules="')[2].partition(" ")[0]
    kinds = [
        (200, "GET", "/", {}),
        (200, "GET", "/auth", {}),
        (303, "GET", "/admin", {}),
        (404, "GET", "/no/such/page", {}),
        (404, "GET", "/nominees/999-x", {}),
        (200, "GET", script, {}),
        (206, "GET", script, {"Range": "bytes=0-9"}),
        (404, "GET", "/assets/no-such.js", {}),
        (200, "GET", "/icon.svg", {}),
        (200, "GET", "/api/docs", {}),
        (200, "GET", "/sitemap.xml", {}),
        (404, "GET", "/api/nothing", {}),
        (405, "POST", "/", {}),
        (403, "POST", "/api/contact", foreign),
        (422, "POST", "/forms/contact", {}),
        (403, "GET", "/_event/?EIO=4&transport=websocket", handshake),
    ]
    with httpx.Client(base_url=site.url) as client:
        for status, method, path, headers in kinds:
            response = client.request(method, path, headers=headers)
            assert response.status_code == status, f"{method} {path}"
            assert_secure(response)
        too_large = client.post("/api/contact", content=bytes(2_000_000))
        assert too_large.status_code == 413
        assert_secure(too_large)
    portal = site.api.get("/admin")
    assert portal.status_code == 200
    assert_secure(portal)
