"""Each patch applies to the installed Reflex."""

from typing import Any

from awards_site.reflex_patches import portal_scripts
from awards_site.reflex_patches.builds import ReflexPatchesPlugin, verify_all
from awards_site.reflex_patches.patch import CHECKS, state_script


def test_each_patch_fits_the_installed_reflex_and_documents_its_removal() -> None:
    verify_all()
    for patch in CHECKS:
        assert patch.reason.endswith(".")
        assert patch.obsolete_when


def test_no_url_names_the_token_of_a_page() -> None:
    assert "query: {" in state_script()
    edits: dict[str, Any] = {}
    ReflexPatchesPlugin().pre_compile(add_modify_task=edits.__setitem__)
    script = edits[portal_scripts.FILE](state_script())
    assert "query: {" not in script
    assert "opts.query" not in script
