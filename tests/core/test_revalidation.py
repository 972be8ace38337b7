"""How often open pages revalidate their data."""

from tests.javascript import run

PROGRAM = """
Math.random = () => data.random;
let now = 1_000_000;
Date.now = () => now;
let header = "2";
globalThis.fetch = async () => new Response(null, {
  status: 304, headers: header ? { "Revalidate-Seconds": header } : {},
});
const path = `${process.cwd()}/awards_site/frontend/queries/request.js`;
const { read, revalidateMs } = await import(path);
const found = [revalidateMs("/a", 30_000)];
await read(["/a"]);
found.push(revalidateMs("/a", 30_000), revalidateMs("/a", 1_000), revalidateMs("/b", 30_000));
header = "";
await read(["/a"]);
found.push(revalidateMs("/a", 30_000));
now += 60_000;
found.push(revalidateMs("/a", 30_000));
process.stdout.write(JSON.stringify(found.map(Math.round)));
"""


def test_a_page_follows_the_header_for_a_minute_with_a_jitter_of_its_own() -> None:
    assert run(PROGRAM, {"random": 0}) == [30_000, 1_600, 1_000, 30_000, 1_600, 30_000]
    assert run(PROGRAM, {"random": 0.5})[1] == 2_000
