"""Each patch applies to the installed Reflex."""

from types import ModuleType
from typing import Any

import pytest

from awards_site.reflex_patches import port
from awards_site.reflex_patches.patch import state_script
from awards_site.reflex_patches.plugin import ReflexPatchesPlugin
from awards_site.reflex_patches.registry import PATCHES


@pytest.mark.parametrize("patch", PATCHES, ids=lambda each: each.__name__.rpartition(".")[2])
def test_a_patch_fits_the_installed_reflex_and_documents_its_removal(patch: ModuleType) -> None:
    patch.verify()
    assert patch.PATCH.module == patch.__name__
    assert patch.PATCH.reason.endswith(".")
    assert patch.PATCH.obsolete_when


def test_no_url_names_the_token_of_a_page() -> None:
    assert "query: {" in state_script()
    edits: dict[str, Any] = {}
    ReflexPatchesPlugin().pre_compile(add_modify_task=edits.__setitem__)
    script = edits[port.FILE](state_script())
    assert "query: {" not in script
    assert "opts.query" not in script
