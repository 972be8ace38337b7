"""What staff should complete before visitors see a nominee."""

from awards_site.auth.permissions import Permission
from awards_site.nominees.service import nominees
from awards_site.nominees.social_card import social_card
from awards_site.nominees.view import NomineeView
from awards_site.resources.checklist import Checklist, requires
from awards_site.social_images.checklist import fits_card

CHECKLIST = Checklist(
    nominees,
    Permission.MANAGE_SHOWCASE,
    "/admin/nominees",
    checks=(requires("image_url", "Portrait missing"), fits_card(NomineeView, social_card)),
    link_fields=("linkedin_url", "website_url"),
)
