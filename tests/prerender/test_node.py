"""Tests of the process that draws pages, with a bundle of a few lines in a release's place."""

import asyncio
import importlib.util
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from awards_site.prerender import node as module
from awards_site.prerender.node import DrawingFailed, Node, NodeMissing

BUNDLE = """
export const entry = {
  module: {
    createRequestHandler: (build) => async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/crash") process.exit(1);
      if (pathname === "/hang") await new Promise(() => setInterval(() => {}, 1000));
      if (pathname === "/throw") throw new Error("a component is broken");
      if (pathname === "/missing") return new Response("no route", { status: 404 });
      console.log("noise that is no answer");
      return new Response(`${build.prerender} ${globalThis.__SNAPSHOT__.name}`);
    },
  },
};
"""


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A server bundle that draws a page as its path and a name in the snapshot."""
    path = tmp_path / "index.mjs"
    path.write_text(BUNDLE)
    return path


def run(bundle: Path, steps: Callable[[Node], Awaitable[None]]) -> None:
    async def with_node() -> None:
        node = Node(bundle)
        try:
            await steps(node)
        finally:
            await node.close()

    asyncio.run(with_node())


def test_each_page_is_drawn_with_its_own_snapshot(bundle: Path) -> None:
    async def steps(node: Node) -> None:
        names = [f"Ada {number}" for number in range(20)]
        drawn = await asyncio.gather(
            *[node.draw(f"/n/{name}", f'{{"name":"{name}"}}') for name in names]
        )
        assert drawn == [f"/n/{name} {name}" for name in names]

    run(bundle, steps)


@pytest.mark.parametrize(
    ("path", "told"), [("/throw", "a component is broken"), ("/missing", "status 404")]
)
def test_what_cannot_be_drawn_is_told(bundle: Path, path: str, told: str) -> None:
    async def steps(node: Node) -> None:
        with pytest.raises(DrawingFailed, match=told):
            await node.draw(path, "{}")
        assert await node.draw("/n", '{"name":"Ada"}') == "/n Ada"

    run(bundle, steps)


@pytest.mark.parametrize("path", ["/crash", "/hang"])
def test_a_process_that_does_not_answer_is_replaced(
    bundle: Path, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(node: Node) -> None:
        assert await node.draw("/n", '{"name":"Ada"}') == "/n Ada"
        monkeypatch.setattr(module, "TIMEOUT", 1.0)
        with pytest.raises(DrawingFailed, match="no answer"):
            await node.draw(path, "{}")
        monkeypatch.undo()
        assert await node.draw("/n", '{"name":"Grace"}') == "/n Grace"

    run(bundle, steps)


def test_a_build_without_a_bundle_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(NodeMissing, match="build the pages again"):
        Node(tmp_path / "index.js").check()


def test_a_machine_without_node_is_noticed(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(NodeMissing, match=r"requirements\.txt"):
        Node(bundle).check()
