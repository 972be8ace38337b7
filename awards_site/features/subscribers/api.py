"""The HTTP endpoints of newsletter subscribers."""

from fastapi import APIRouter

from awards_site.accounts.permissions import Permission
from awards_site.features.subscribers.entity import (
    SubscriberCreate,
    SubscriberPublic,
    import_consent,
    subscribers,
)
from awards_site.records.bulk import add_bulk
from awards_site.records.endpoints import Endpoints
from awards_site.records.imports.api import add_import
from awards_site.records.imports.service import Importer
from awards_site.records.public_form import PublicForm

form = PublicForm("newsletter", subscribers)
router = APIRouter(tags=["subscribers"])
_endpoints = Endpoints(
    router,
    subscribers,
    "/admin/subscriptions",
    SubscriberPublic,
    Permission.READ_INBOX,
    reads_are_audited=True,
)
_endpoints.add_form(
    "/newsletter",
    SubscriberCreate,
    form,
    "Subscribe an email address; repeating a subscription has no effect",
)
_endpoints.add_list("/admin/subscriptions")
_endpoints.add_export("/admin/subscriptions/export", "subscribers")
add_import(
    Importer(
        _endpoints,
        SubscriberCreate,
        same=("email",),
        may_repeat=False,
        labels={"email": "Email"},
        consent=import_consent,
        keeps_file_names=False,
    )
)
_endpoints.add_delete()
add_bulk(_endpoints)
