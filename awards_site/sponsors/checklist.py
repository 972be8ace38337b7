"""What staff should complete before visitors see a sponsor."""

from awards_site.auth.permissions import Permission
from awards_site.resources.checklist import Checklist, requires
from awards_site.sponsors.service import sponsors

CHECKLIST = Checklist(
    sponsors,
    Permission.MANAGE_PARTNERS,
    "/admin/sponsors",
    checks=(requires("website_url", "Website missing"),),
    link_fields=("website_url",),
)
