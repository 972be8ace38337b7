"""Opens pages as the benchmarks and the screenshots need them: with their content."""

from playwright.sync_api import Page

_IS_LOADED = """() => {
    const isPublic = document.getElementById("page-data") !== null;
    const isHydrated = document.getElementById("root")?.dataset.hydrated === "true";
    return (isHydrated || !isPublic)
        && !document.querySelector("main .skeleton, main [data-testid=spinner]");
}"""


def open_page(page: Page, path: str) -> None:
    """Open `path` and return once its content and its images are loaded."""
    page.goto(path, wait_until="networkidle")
    page.wait_for_function(_IS_LOADED)
