"""The rendered pages: in memory as they are sent, and as files that other processes share."""

import hashlib
import json
import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from awards_site.core.http.coding import Coding, Codings
from awards_site.core.http.headers import content_policy, security_headers
from awards_site.core.http.revalidation import etag_of
from awards_site.core.whole_files import write_whole

log = logging.getLogger(__name__)

NOT_FOUND = "/404"
"""The path under which the page of unknown addresses is kept."""
_MANIFEST = "manifest.json"
_ENDINGS: Mapping[Coding, str] = {"identity": ".html", "br": ".html.br", "gzip": ".html.gz"}
_MOST_MISSES = 1000
"""How many addresses without a page are remembered; anyone can ask for more of them."""

Message = dict[str, Any]


@dataclass(frozen=True)
class Variant:
    """A page in one encoding: the messages of ASGI that send it, and its ETag."""

    tag: str
    start: Message
    body: Message
    without_body: Message
    not_modified: Message


@dataclass
class KeptPage:
    """A rendered page: `version` of the content when it was true, and digests of what it is."""

    version: int
    shown: str
    digest: str
    variants: Mapping[Coding, Variant]


@dataclass(frozen=True)
class Miss:
    """An address without a page of its own: another one is right, or none."""

    version: int
    location: str = ""


class KeptPages:
    """All rendered pages by their paths. `folder` belongs to one release and its settings."""

    def __init__(self, folder: Path, *, https: bool) -> None:
        self.folder = folder
        self.pages: dict[str, KeptPage] = {}
        self.misses: OrderedDict[str, Miss] = OrderedDict()
        self._headers = security_headers(https=https)
        self._read_at = 0

    def put(self, path: str, version: int, shown: str, page: Codings) -> None:
        """Keep a page: `shown` is the digest of what it shows."""
        digest = hashlib.sha256(page["identity"]).hexdigest()[:32]
        self.folder.mkdir(parents=True, exist_ok=True)
        for encoding, ending in _ENDINGS.items():
            write_whole(self.folder / f"{digest}{ending}", page[encoding])
        self.pages[path] = self._page(path, version, shown, digest, page)
        self.misses.pop(path, None)

    def html(self, path: str) -> str | None:
        """Return the page at `path` as text, or None when there is none."""
        page = self.pages.get(path)
        return bytes(page.variants["identity"].body["body"]).decode() if page else None

    def miss(self, path: str, version: int, location: str = "") -> None:
        """Remember that there is no page at `path`; `location` is where it is now, if anywhere."""
        self.pages.pop(path, None)
        self.misses[path] = Miss(version, location)
        self.misses.move_to_end(path)
        while len(self.misses) > _MOST_MISSES:
            self.misses.popitem(last=False)

    def drop(self, path: str) -> None:
        """Keep no page at `path`."""
        self.pages.pop(path, None)

    def save(self) -> None:
        """Write down which pages there are, for later starts and other processes."""
        manifest = {
            path: {"version": page.version, "shown": page.shown, "digest": page.digest}
            for path, page in self.pages.items()
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        target = self.folder / _MANIFEST
        write_whole(target, json.dumps(manifest).encode())
        self._read_at = target.stat().st_mtime_ns
        used = {page.digest for page in self.pages.values()}
        for file in self.folder.glob("*.html*"):
            if file.name.partition(".")[0] not in used:
                file.unlink(missing_ok=True)

    def load(self) -> None:
        """Take over what is written down, where it is newer than what was read or written last."""
        target = self.folder / _MANIFEST
        try:
            written_at = target.stat().st_mtime_ns
            if written_at == self._read_at:
                return
            manifest = json.loads(target.read_bytes())
        except FileNotFoundError:
            return
        except ValueError:
            log.warning("%s is not readable; the pages are rendered again", target)
            return
        self._read_at = written_at
        self.pages = {
            path: page
            for path, entry in manifest.items()
            if (page := self._stored(path, entry)) is not None
        }

    def _stored(self, path: str, entry: Mapping[str, Any]) -> KeptPage | None:
        version, shown, digest = entry["version"], entry["shown"], entry["digest"]
        known = self.pages.get(path)
        if known is not None and known.digest == digest:
            known.version, known.shown = version, shown
            return known
        try:
            page = {
                encoding: (self.folder / f"{digest}{ending}").read_bytes()
                for encoding, ending in _ENDINGS.items()
            }
        except FileNotFoundError:
            # A newer list has replaced it meanwhile.
            return None
        return self._page(path, version, shown, digest, page)

    def _page(self, path: str, version: int, shown: str, digest: str, page: Codings) -> KeptPage:
        policy = content_policy(page["identity"].decode())
        status = 404 if path == NOT_FOUND else 200
        variants = {
            encoding: _variant(page[encoding], encoding, status, policy, self._headers)
            for encoding in _ENDINGS
        }
        return KeptPage(version, shown, digest, variants)


def _variant(
    body: bytes, encoding: str, status: int, policy: str, headers: Mapping[str, str]
) -> Variant:
    tag = etag_of(body)
    shared = {
        **headers,
        "Content-Security-Policy": policy,
        "Cache-Control": "no-cache",
        "Vary": "Accept-Encoding",
        "ETag": tag,
    }
    sent = {
        **shared,
        "Content-Type": "text/html; charset=utf-8",
        "Content-Length": str(len(body)),
    }
    if encoding != "identity":
        sent["Content-Encoding"] = encoding
    return Variant(
        tag,
        {"type": "http.response.start", "status": status, "headers": _raw(sent)},
        {"type": "http.response.body", "body": body},
        {"type": "http.response.body", "body": b""},
        {"type": "http.response.start", "status": 304, "headers": _raw(shared)},
    )


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
