"""HTTP endpoints that receive files and serve them."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel
from pydantic.alias_generators import to_camel
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.responses import FileResponse, Response

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import allow
from awards_site.core.database.sessions import writing
from awards_site.core.errors import InsufficientStorage, Invalid, NotFound, TooLarge
from awards_site.core.http.api_docs import file_form
from awards_site.core.http.caching.revalidation import etag_matches
from awards_site.core.http.limits.body_limit import BodyLimit
from awards_site.core.http.pages import IMMUTABLE
from awards_site.core.http.ranges import ignore_invalid_range
from awards_site.core.request_context import current_request
from awards_site.core.storage.disk_space import check_free_disk
from awards_site.core.storage.file_names import UPLOADS_URL, VARIANTS_DIR, file_url, media_type
from awards_site.core.storage.files import storage
from awards_site.core.units import MEGABYTE
from awards_site.media.service import UploadedFile, register
from awards_site.settings import settings
from awards_site.uploads.file_types import ENDPOINTS, UploadEndpoint
from awards_site.uploads.remote_file_response import remote_file_response
from awards_site.uploads.variant_worker import pending_count

FIELDS = ("file", "image")
"""The accepted names of the file field, on every endpoint."""
NO_FILE = "Please choose a file to upload"

STORAGE_FULL = (
    "The storage for uploads is full. Please ask an administrator to raise AWARDS_UPLOAD_QUOTA_MB."
)

POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""The Content-Security-Policy of stored files."""
RECOUNT_SECONDS = 300
"""How old the count of what is stored may be. It knows what this process has stored since."""

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
    stored = UploadedFile.of(url, Path(file.filename or "").stem, content)
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


@files.get(f"{UPLOADS_URL}/{{name}}", dependencies=[allow(Permission.READ_PUBLIC)])
async def serve_file(name: str, request: Request) -> Response:
    """Serve a stored file."""
    return await _file_response(name, request)


@files.get(f"{UPLOADS_URL}/{VARIANTS_DIR}/{{name}}", dependencies=[allow(Permission.READ_PUBLIC)])
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
