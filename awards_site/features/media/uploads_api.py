"""Endpoints that take uploads, and those that send the files."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from stat import S_IFREG
from typing import BinaryIO

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel
from pydantic.alias_generators import to_camel
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.responses import FileResponse, Response
from starlette.types import Receive, Scope, Send

from awards_site.accounts.dependencies import allow
from awards_site.accounts.permissions import Permission
from awards_site.core.database.sessions import writing
from awards_site.core.errors import (
    InsufficientStorage,
    Invalid,
    NotFound,
    TooLarge,
    UnsupportedMediaType,
)
from awards_site.core.etags import etag_matches
from awards_site.core.files.disk import MEGABYTE, check_free_disk
from awards_site.core.files.file_names import UPLOADS_URL, VARIANTS_DIR, file_url, media_type
from awards_site.core.files.image_variants import clean_upload
from awards_site.core.files.storage import StoredFile, storage
from awards_site.core.files.variant_worker import pending_count
from awards_site.core.http.downloads import ignore_invalid_range
from awards_site.core.http.openapi import file_form, file_response
from awards_site.core.http.request_bodies import BodyLimit, file_name
from awards_site.core.http.static_pages import IMMUTABLE
from awards_site.core.request_context import current_request
from awards_site.features.media.service import UploadedFile, register
from awards_site.settings import settings

NOT_A_VIDEO = "Please upload a video file (MP4 or WEBM)"
_HEADER_BYTES = 4096
_MP4_BRANDS = frozenset(
    {b"isom", b"iso2", b"iso4", b"iso5", b"iso6", b"mp41", b"mp42", b"avc1", b"M4V ", b"MSNV"}
    | {b"M4VH", b"M4VP", b"dash", b"f4v ", b"mmp4"}
)
"""The brands of MP4 files in the ISO base media format; images (HEIC, AVIF) have others."""


def video_extension(upload: BinaryIO) -> str:
    """Return 'mp4' or 'webm'; raise UnsupportedMediaType for anything else."""
    start = upload.read(_HEADER_BYTES)
    upload.seek(0)
    if start[4:8] == b"ftyp" and _MP4_BRANDS & _brands(start):
        return "mp4"
    if start.startswith(b"\x1aE\xdf\xa3") and b"webm" in start:
        return "webm"
    raise UnsupportedMediaType(NOT_A_VIDEO)


def _brands(start: bytes) -> set[bytes]:
    # The box holds its size, 'ftyp', the major brand, a version, and the compatible brands.
    box = start[: int.from_bytes(start[:4])]
    return {start[8:12], *(box[place : place + 4] for place in range(16, len(box), 4))}


@dataclass(frozen=True)
class FileType:
    """A type of file with its size limit.

    `check` returns the content of an upload as it is stored, and its extension.
    """

    max_bytes: int
    too_large: str
    check: Callable[[BinaryIO], tuple[BinaryIO, str]]


IMAGE = FileType(5 * MEGABYTE, "Image must be less than 5MB", clean_upload)
VIDEO = FileType(
    100 * MEGABYTE, "Video must be less than 100MB", lambda video: (video, video_extension(video))
)


@dataclass(frozen=True)
class UploadEndpoint:
    """An upload endpoint and the permission it requires.

    Its files stay in the media library while no record uses them if `is_kept` is set.
    """

    path: str
    file_type: FileType
    permission: Permission
    is_kept: bool = False


ENDPOINTS = (
    UploadEndpoint("/upload/image", IMAGE, Permission.MANAGE_SHOWCASE),
    UploadEndpoint("/uploads/event-image", IMAGE, Permission.MANAGE_SHOWCASE),
    UploadEndpoint("/uploads/nominee-image", IMAGE, Permission.MANAGE_SHOWCASE),
    UploadEndpoint("/uploads/blog-image", IMAGE, Permission.MANAGE_SHOWCASE),
    UploadEndpoint("/uploads/sponsor-logo", IMAGE, Permission.MANAGE_PARTNERS),
    UploadEndpoint("/uploads/cover-page-image", IMAGE, Permission.MANAGE_PARTNERS),
    UploadEndpoint("/uploads/cover-page-video", VIDEO, Permission.MANAGE_PARTNERS),
    UploadEndpoint("/uploads/media-image", IMAGE, Permission.MANAGE_SHOWCASE, is_kept=True),
    UploadEndpoint("/uploads/media-video", VIDEO, Permission.MANAGE_SHOWCASE, is_kept=True),
)


async def remote_file_response(name: str) -> "RemoteFileResponse | None":
    """Return the response with a file, or None if there is none. Raises StorageUnavailable."""
    file = await storage().find_remote(name)
    return None if file is None else RemoteFileResponse(file)


class RemoteFileResponse(FileResponse):
    """A file response whose content is requested from object storage in parts."""

    chunk_size = MEGABYTE

    def __init__(self, file: StoredFile) -> None:
        modified = file.modified.timestamp()
        status = os.stat_result((S_IFREG, 0, 0, 0, 0, 0, file.size, modified, modified, modified))
        super().__init__(file.name, media_type=media_type(file.name), stat_result=status)
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The server cannot send the file by itself.
        await super().__call__({**scope, "extensions": {}}, receive, send)

    @asynccontextmanager
    async def _open_file(self) -> "AsyncIterator[_Reader]":  # type: ignore[override]
        yield _Reader(self._file)


class _Reader:
    """The part of an asynchronous file that FileResponse uses."""

    def __init__(self, file: StoredFile) -> None:
        self._file = file
        self._position = 0

    async def seek(self, position: int) -> None:
        self._position = position

    async def read(self, length: int) -> bytes:
        length = min(length, self._file.size - self._position)
        if length <= 0:
            return b""
        part = await storage().read_range(self._file.name, self._position, length)
        self._position += length
        return part


FIELDS = ("file", "image")
"""The accepted names of the file field, on every endpoint."""
NO_FILE = "Please choose a file to upload"

STORAGE_FULL = (
    "The storage for uploads is full. Please ask an administrator to raise AWARDS_UPLOAD_QUOTA_MB."
)

POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""The Content-Security-Policy of stored files."""
RECOUNT_SECONDS = 300
"""The maximum age of the count of stored bytes, to which this process adds its own uploads."""

_storing = asyncio.Lock()

router = APIRouter(tags=["uploads"])
files = APIRouter(tags=["uploads"], dependencies=[Depends(ignore_invalid_range)])


class Uploaded(BaseModel):
    """The response of an upload: the URL of the file, under two keys."""

    model_config = {"alias_generator": to_camel, "populate_by_name": True}

    success: bool = True
    url: str
    image_url: str


def body_limits(prefix: str) -> Mapping[str, BodyLimit]:
    """Return the body limits of the upload endpoints by path; `prefix` is that of the router."""
    return {
        prefix + each.path: BodyLimit(
            each.file_type.max_bytes + MEGABYTE // 8, each.file_type.too_large
        )
        for each in ENDPOINTS
    }


def _make_upload_endpoint(endpoint: UploadEndpoint) -> Callable[[Request], Awaitable[Uploaded]]:
    async def upload(request: Request) -> Uploaded:
        # Read the form here instead of declaring a parameter, so that callers without permission
        # are refused before the body is read.
        async with request.form(max_files=1, max_fields=10) as form:
            file = _uploaded_file(form)
            # One at a time: decoding takes memory, and the quota is checked.
            async with _storing:
                url = await run_in_threadpool(_store, file, endpoint)
        return Uploaded(url=url, image_url=url)

    return upload


def _uploaded_file(form: FormData) -> UploadFile:
    for field in FIELDS:
        value = form.get(field)
        if isinstance(value, UploadFile) and value.size:
            return value
    raise Invalid({"file": NO_FILE})


def _store(file: UploadFile, endpoint: UploadEndpoint) -> str:
    """Store a file, add it to the media library, and return its URL."""
    file_type = endpoint.file_type
    if (file.size or 0) > file_type.max_bytes:
        raise TooLarge(file_type.too_large)
    check_free_disk()
    allowed = settings().upload_quota_mb * MEGABYTE - (file.size or 0)
    # Count again before an upload is refused.
    if storage().used_bytes(RECOUNT_SECONDS) > allowed and storage().used_bytes() > allowed:
        raise InsufficientStorage(STORAGE_FULL)
    content, extension = file_type.check(file.file)
    url = file_url(storage().save(content, extension))
    stored = UploadedFile.of(url, Path(file_name(file.filename)).stem, content)
    request = current_request()
    with writing() as session:
        uploader_id = request.user_id if request else None
        register(session, stored, uploader_id=uploader_id, is_kept=endpoint.is_kept)
    return url


class ImageVariantsStatus(BaseModel):
    """How many uploaded images have no variants yet."""

    pending: int


@router.get("/admin/image-variants", dependencies=[allow(Permission.MANAGE_SHOWCASE)])
def read_image_variants_status() -> ImageVariantsStatus:
    """Read how many uploaded images have no variants yet."""
    return ImageVariantsStatus(pending=pending_count())


for _endpoint in ENDPOINTS:
    router.add_api_route(
        _endpoint.path,
        _make_upload_endpoint(_endpoint),
        methods=["POST"],
        status_code=201,
        response_model=Uploaded,
        dependencies=[allow(_endpoint.permission)],
        openapi_extra=file_form(),
        name=_endpoint.path.rpartition("/")[2].replace("-", "_"),
    )


_FILE = file_response("*/*", "The file", FileResponse)


@files.get(f"{UPLOADS_URL}/{{name}}", dependencies=[allow(Permission.READ_PUBLIC)], **_FILE)
async def serve_file(name: str, request: Request) -> Response:
    """Serve a stored file."""
    return await _file_response(name, request)


@files.get(
    f"{UPLOADS_URL}/{VARIANTS_DIR}/{{name}}",
    dependencies=[allow(Permission.READ_PUBLIC)],
    **_FILE,
)
async def serve_variant(name: str, request: Request) -> Response:
    """Serve a variant of a stored image."""
    return await _file_response(f"{VARIANTS_DIR}/{name}", request)


async def _file_response(name: str, request: Request) -> Response:
    response: FileResponse | None
    if storage().folder is None:
        response = await remote_file_response(name)
    else:
        response = await run_in_threadpool(_local_file_response, name)
    if response is None:
        raise NotFound.of("File")
    # File names are never reused, so clients may cache a file forever.
    response.headers["Cache-Control"] = IMMUTABLE
    response.headers["Content-Security-Policy"] = POLICY
    if etag_matches(request.headers.get("If-None-Match", ""), response.headers["ETag"]):
        names = ("etag", "cache-control", "content-security-policy", "last-modified")
        return Response(None, 304, {key: response.headers[key] for key in names})
    return response


def _local_file_response(name: str) -> FileResponse | None:
    path = storage().path(name)
    if path is None:
        return None
    try:
        return FileResponse(path, media_type=media_type(name), stat_result=path.stat())
    except FileNotFoundError:  # It was deleted meanwhile.
        return None
