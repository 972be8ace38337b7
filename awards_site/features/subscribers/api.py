"""The HTTP endpoints of newsletter subscribers."""

from fastapi import APIRouter

from awards_site.features.subscribers.entity import SUBSCRIBER, SubscriberCreate, subscribers
from awards_site.records.endpoints import Endpoints
from awards_site.records.public_form import PublicForm

form = PublicForm("newsletter", subscribers)
router = APIRouter(tags=["subscribers"])
endpoints = Endpoints(router, SUBSCRIBER)
endpoints.add_form(
    "/newsletter",
    SubscriberCreate,
    form,
    "Subscribe an email address; repeating a subscription has no effect",
)
endpoints.add_all()
