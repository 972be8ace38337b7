"""What staff should complete before visitors see a cover page."""

from awards_site.auth.permissions import Permission
from awards_site.cover_pages.models import CoverPage
from awards_site.cover_pages.service import cover_pages
from awards_site.resources.checklist import Checklist


def _incomplete_button(page: CoverPage) -> str:
    if bool(page.cta_text) == bool(page.cta_link):
        return ""
    return "Button without a link" if page.cta_text else "Button without a label"


CHECKLIST = Checklist(
    cover_pages,
    Permission.MANAGE_PARTNERS,
    "/admin/cover-pages",
    checks=(_incomplete_button,),
    link_fields=("cta_link",),
)
