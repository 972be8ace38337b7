"""The HTTP endpoints that take files, and the one that serves them (spec 2, section 7)."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from fastapi import APIRouter, Request
from pydantic import BaseModel
from pydantic.alias_generators import to_camel
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.responses import FileResponse

from awards_site.auth.dependencies import allow
from awards_site.auth.permissions import Permission
from awards_site.core.errors import Invalid, NotFound, TooLarge
from awards_site.core.files import ADDRESS, KINDS, SIZES, address_of, storage
from awards_site.core.http.body_limit import MEGABYTE, Limit
from awards_site.uploads.kinds import ENDPOINTS, Kind, UploadEndpoint
from awards_site.uploads.variant_worker import waiting

FIELDS = ("file", "image")
"""The names that the file's field may have; every endpoint takes each."""
NO_FILE = "Please choose a file to upload"

router = APIRouter(tags=["uploads"])
files = APIRouter(tags=["uploads"])

_FORM = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {"file": {"type": "string", "format": "binary"}},
                }
            }
        },
    }
}


class Uploaded(BaseModel):
    """Where the file is served, under each name that a reader looks for (decisions, contract)."""

    model_config = {"alias_generator": to_camel, "populate_by_name": True}

    success: bool = True
    url: str
    image_url: str


def body_limits(prefix: str) -> Mapping[str, Limit]:
    """Return the limits of the upload endpoints' bodies, by path under `prefix`."""
    return {
        prefix + each.path: Limit(each.kind.largest + MEGABYTE // 8, each.kind.too_large)
        for each in ENDPOINTS
    }


def _taker(endpoint: UploadEndpoint) -> Callable[[Request], Awaitable[Uploaded]]:
    async def upload(request: Request) -> Uploaded:
        # The form is read here and not by a declared parameter, so that a caller who may not
        # upload is refused before the body is taken.
        async with request.form(max_files=1, max_fields=10) as form:
            file = _file_of(form)
            name = await run_in_threadpool(_keep, file, endpoint.kind)
        return Uploaded(url=address_of(name), image_url=address_of(name))

    return upload


def _file_of(form: FormData) -> UploadFile:
    for field in FIELDS:
        value = form.get(field)
        if isinstance(value, UploadFile) and value.size:
            return value
    raise Invalid({"file": NO_FILE})


def _keep(file: UploadFile, kind: Kind) -> str:
    if (file.size or 0) > kind.largest:
        raise TooLarge(kind.too_large)
    return kind.keep(file.file)


class ProcessingStatus(BaseModel):
    """How many pictures are being made ready for all screens."""

    waiting: int


@router.get("/admin/pictures", dependencies=[allow(Permission.MANAGE_SHOWCASE)])
def read_processing_status() -> ProcessingStatus:
    """Read how many uploaded pictures have no smaller copies yet."""
    return ProcessingStatus(waiting=waiting())


for _endpoint in ENDPOINTS:
    router.add_api_route(
        _endpoint.path,
        _taker(_endpoint),
        methods=["POST"],
        status_code=201,
        response_model=Uploaded,
        dependencies=[allow(_endpoint.permission)],
        openapi_extra=_FORM,
        name=_endpoint.path.rpartition("/")[2].replace("-", "_"),
    )


@files.get(f"{ADDRESS}/{{name}}", dependencies=[allow(Permission.READ_PUBLIC)])
def serve_file(name: str) -> FileResponse:
    """Serve a stored file."""
    return _served(storage().path(name))


@files.get(f"{ADDRESS}/{SIZES}/{{name}}", dependencies=[allow(Permission.READ_PUBLIC)])
def serve_variant(name: str) -> FileResponse:
    """Serve a smaller copy of a stored picture."""
    return _served(storage().copy(name))


def _served(path: Path | None) -> FileResponse:
    # A name never stands for anything else, so that whoever has the file keeps it for long.
    if path is None:
        raise NotFound.of("File")
    return FileResponse(
        path,
        media_type=KINDS[path.suffix.removeprefix(".")],
        headers={
            "Cache-Control": "public, max-age=31536000, immutable",
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        },
    )
