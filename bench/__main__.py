"""Measures a site of its own with demo content: `make bench`.

Fails when the home page costs more JavaScript or CSS than it may.
"""

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench import interactions, memory, page_weight, throughput
from tests.browser.chromium import launch
from tests.site_server import RunningSite, build, running_site


def main() -> int:
    """Print all measurements; return the exit status."""
    build()
    with tempfile.TemporaryDirectory() as folder:
        data_dir = Path(folder)
        with running_site(data_dir, AWARDS_DEMO="1"):
            pass  # The first start migrates the database and loads the demo edition.
        start = time.perf_counter()
        with running_site(data_dir, AWARDS_DEMO="1") as site:
            print(f"Start-up: {time.perf_counter() - start:.1f} s", flush=True)
            return measure(site)


def measure(site: RunningSite) -> int:
    """Print the measurements of a running site; return the exit status."""
    results = [throughput.measure(site.url, path) for path in throughput.PATHS]
    print(f"\nAPI, {throughput.CONNECTIONS} connections\n{throughput.report(results)}", flush=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        visitors = memory.measure(browser, site.url, site.process.pid)
        print(f"\nMemory\n{memory.report(visitors)}", flush=True)
        answered = interactions.measure(browser, site.url)
        print(
            f"\nInteraction to next paint, processor {interactions.SLOWDOWN} times slower\n"
            f"{interactions.report(answered)}",
            flush=True,
        )
        weighed = [page_weight.weigh(browser, site.url, path) for path in page_weight.PAGES]
        browser.close()
    weights = [weight for weight in weighed if weight is not None]
    print(f"\nFirst load, KB over the wire (gzip)\n{page_weight.report(weights)}")
    too_heavy = [
        excess
        for weight in weights
        if weight.path == page_weight.HOME
        for excess in page_weight.over_the_limit(weight)
    ]
    for excess in too_heavy:
        print(f"FAILED {excess}", file=sys.stderr)
    return 1 if too_heavy else 0


if __name__ == "__main__":
    sys.exit(main())
