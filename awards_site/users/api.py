"""The HTTP endpoints of users."""

from fastapi import APIRouter

from awards_site.auth.models import RoleChange, UserCreate, UserPublic
from awards_site.auth.permissions import Permission
from awards_site.resources.endpoints import Endpoints
from awards_site.users.service import users

router = APIRouter(tags=["users"])
_endpoints = Endpoints(
    router, users, "/users", UserPublic, Permission.MANAGE_USERS, reads_are_audited=True
)
_endpoints.add_list("/users")
_endpoints.add_staff_read()
_endpoints.add_create(UserCreate, path="/auth/register")
_endpoints.add_update("PATCH", RoleChange, suffix="/role")
_endpoints.add_delete()
