"""How a page looks to those who enlarge its texts, print it, or choose their own colours."""

from playwright.sync_api import Page

A4 = 718
"""The width of a printed page between its margins, in px."""
CUT_TEXTS = """() => {
    const PANELS = "li, article, figure, td, th, dt, dd, section, dialog, [role=dialog], main";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const clips = (element) => {
        for (let each = element; each; each = each.parentElement) {
            if (getComputedStyle(each).overflowX !== "visible") return each !== document.body;
        }
        return false;
    };
    const cut = [];
    while (walker.nextNode()) {
        const { parentElement, data } = walker.currentNode;
        const panel = parentElement.closest(PANELS);
        if (!data.trim() || !panel || clips(parentElement)) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const text = range.getBoundingClientRect();
        const box = panel.getBoundingClientRect();
        if (!text.width || !box.width) continue;
        if (text.right > box.right + 1.5 || text.left < box.left - 1.5) cut.push(data.slice(0, 40));
    }
    return cut;
}"""
"""Returns the texts that are drawn outside their panel."""
_MARK_PAINTED = """() => {
    const opaque = (element) =>
        !/, 0\\)$|transparent/.test(getComputedStyle(element).backgroundColor);
    for (const element of document.querySelectorAll("body *")) {
        const { width, height } = element.getBoundingClientRect();
        const isPainted = opaque(element) && width > 4 && height > 4 && element.checkVisibility()
            && !element.textContent.trim() && !element.querySelector("svg, img, input, video");
        element.toggleAttribute("data-painted", isPainted);
    }
}"""
"""Marks what has nothing to show but the colour of its background, which is not a thin line."""
_LOST = """() => [...document.querySelectorAll("[data-painted]")].filter((element) => {
    // What lies over an image or a page, to set off what is on it, has nothing to show.
    if (element.matches("[data-aria-hidden], [data-testid=hero-overlay]")) return false;
    const { forcedColorAdjust, borderTopWidth, borderBottomWidth } = getComputedStyle(element);
    return forcedColorAdjust !== "none" && borderTopWidth === "0px" && borderBottomWidth === "0px"
        && !element.matches("img, video, input, textarea, select");
}).map((element) => element.outerHTML.slice(0, 200))"""


def set_text_size(page: Page, size: str) -> None:
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)


def sideways(page: Page) -> int:
    """Return how many px the page can be scrolled sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def faults_of_looks(page: Page) -> dict[str, object]:
    """Return what does not fit with large text on a phone, in print, or in forced colours."""
    found: dict[str, object] = {}
    page.set_viewport_size({"width": A4, "height": 1000})
    page.evaluate(_MARK_PAINTED)
    page.emulate_media(forced_colors="active")
    found["lost in forced colours"] = page.evaluate(_LOST)
    page.emulate_media(forced_colors="none", media="print")
    found["wide in print"] = max(0, sideways(page))
    found["cut in print"] = page.evaluate(CUT_TEXTS)
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 375, "height": 800})
    set_text_size(page, "200%")
    found["wide with large text"] = max(0, sideways(page))
    found["cut with large text"] = page.evaluate(CUT_TEXTS)
    set_text_size(page, "")
    return {fault: value for fault, value in found.items() if value}
