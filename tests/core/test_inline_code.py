"""Unknown scripts in a document are found, known scripts and data are not."""

import pytest

from awards_site.core.http.security import UnknownCodeFound, check_code, inline_scripts

KNOWN = "start();"
PAGE = (
    f"<script>{KNOWN}</script>"
    '<script type="application/ld+json">{"onload=": "javascript:"}</script>'
    '<script type="application/json" id="page-data">{"a": 1}</script>'
    '<p title="on sale = now; <script>">The lesson = on time = <a href="/javascript:">it</a></p>'
    '<script src="/assets/page.js"></script>'
)


def test_known_scripts_data_and_texts_are_accepted() -> None:
    check_code(PAGE, [KNOWN])
    assert inline_scripts(PAGE) == [KNOWN]


@pytest.mark.parametrize(
    "code",
    [
        "<script>alert(1)</script>",
        "<SCRIPT type=module>alert(1)</SCRIPT >",
        '<script type="application/json" type="x">start()</script><script>1</script>',
        "<script >start(); </script>",
        "<script>alert(1)",
        '<script type="importmap">{}</script>',
        "<img src=x onerror=alert(1)>",
        '<p title="a > b" ONCLICK="x()">',
        "<svg/onload=alert(1)>",
        "<a href='javascript:alert(1)'>",
        "<a href='java&#10;script:alert(1)'>",
        "<a href='javascript&colon;alert(1)'>",
        "<a href='java&#x73;cript:alert(1)'>",
        "<form action=' JavaScript:alert(1)'>",
        "<button formaction='javascript:x'>",
        """<p title='<script type="application/json">'><img onerror='x()'><p title='</script>'>""",
    ],
)
def test_any_other_code_is_refused(code: str) -> None:
    with pytest.raises(UnknownCodeFound):
        check_code(f"<script>{KNOWN}</script>{code}", [KNOWN])
