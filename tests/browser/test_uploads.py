"""Tests of uploads in the browser: progress and errors."""

import base64
import io
import os
from collections.abc import Callable

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.browser.problems import Problems
from tests.browser.scripts import add_request_script
from tests.browser.site import Site
from tests.browser.visits import visit

UPLOAD = """async ([content, name]) => {
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
    const shares = [];
    try {
        const response = await awards.upload(
            "/api/uploads/nominee-image", "file", new File([bytes], name),
            (share) => shares.push(share),
        );
        return { response, shares };
    } catch (error) {
        return { reason: error.reason ?? error.message, status: error.status };
    }
}"""

SignIn = Callable[[Page, str], None]


@pytest.fixture
def upload(page: Page, sign_in: SignIn) -> Callable[[bytes, str], dict[str, object]]:
    """Return `upload(content, name)`, which uploads a file as an editor."""
    sign_in(page, "editor")
    visit(page, "/admin")
    add_request_script(page)

    def send(content: bytes, name: str) -> dict[str, object]:
        outcome: dict[str, object] = page.evaluate(
            UPLOAD, [base64.b64encode(content).decode(), name]
        )
        return outcome

    return send


def noise(width: int, height: int) -> bytes:
    """Return a PNG that hardly compresses, about 3 bytes for each pixel."""
    image = Image.frombytes("RGB", (width, height), os.urandom(width * height * 3))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def test_an_image_is_uploaded_with_progress_and_served(
    upload: Callable[[bytes, str], dict[str, object]], site: Site
) -> None:
    outcome = upload(noise(800, 800), "portrait.png")
    shares = outcome["shares"]
    assert isinstance(shares, list)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    response = outcome["response"]
    assert isinstance(response, dict)
    assert response["success"] is True
    image = site.api.get(response["url"])
    assert image.status_code == 200
    assert image.headers["content-type"].startswith("image/")


def test_a_text_file_named_as_an_image_shows_the_server_message(
    upload: Callable[[bytes, str], dict[str, object]], problems: Problems
) -> None:
    problems.expect("status of 415")
    outcome = upload(b"This is no image.", "portrait.png")
    assert outcome["status"] == 415
    assert outcome["reason"]
    assert "415" not in str(outcome["reason"])


def test_an_image_over_the_limit_is_refused_with_a_reason(
    upload: Callable[[bytes, str], dict[str, object]], problems: Problems
) -> None:
    # The server may close the connection during the upload; the browser then has no response.
    problems.expect("status of 413|ERR_CONNECTION|net::ERR")
    outcome = upload(noise(1400, 1400), "portrait.png")
    assert outcome.get("status") in {413, None}
    assert "large" in str(outcome["reason"]) or "5MB" in str(outcome["reason"])
