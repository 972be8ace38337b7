"""Only awards_site/reflex_patches uses private names of Reflex."""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

import reflex
import reflex_base
import reflex_components_core

import awards_site
from awards_site.reflex_patches import slots

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "awards_site"
PATCHES = PACKAGE / "reflex_patches"
NOT_IMPORTED = "awards_site.__main__"

PUBLIC_ELSEWHERE = {"_mapping", "_replace"}
"""Names of SQLAlchemy's rows and of named tuples."""

PRIVATE = re.compile(r"\b_[a-z]\w*")
GENERATED = re.compile(r"__REFLEX|_rx_state_|\$/utils/|vite\.config|utils/(?:state|context)\.js")
"""Reflex's switches, names of State fields in scripts, and generated scripts."""


def sources(*endings: str) -> Iterator[Path]:
    """Yield the site's files with these suffixes, without those of the patches."""
    for path in [ROOT / "rxconfig.py", *sorted(PACKAGE.rglob("*"))]:
        if path.suffix in endings and PATCHES not in path.parents and path.stem != PATCHES.name:
            yield path


def private_names() -> set[str]:
    """Return the names in the installed Reflex that begin with one underscore."""
    names: set[str] = set()
    for package in (reflex, reflex_base, reflex_components_core):
        for path in Path(package.__path__[0]).rglob("*.py"):
            names.update(PRIVATE.findall(path.read_text()))
    return names - PUBLIC_ELSEWHERE


def private_uses(tree: ast.Module, private: set[str]) -> Iterator[tuple[int, str]]:
    """Yield line and name of each use of a private name of Reflex in a module."""
    nodes = list(ast.walk(tree))
    own = {each.name for each in nodes if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    for node in nodes:
        if isinstance(node, ast.Attribute):
            is_own = isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"}
            used = [] if is_own else [node.attr]
        elif isinstance(node, ast.keyword):
            used = [node.arg or ""]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("reflex"):
            used = [each.name for each in node.names]
        else:
            continue
        for name in used:
            if name in private and name not in own:
                yield node.lineno, name


def test_no_module_outside_the_patches_uses_a_private_name() -> None:
    private = private_names()
    assert {"_js_expr", "_var_data", "_memoization_mode", "_get_all_var_data"} <= private
    found = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in sources(".py")
        for line, name in private_uses(ast.parse(path.read_text()), private)
    ]
    assert not found, "Private names of Reflex:\n" + "\n".join(found)


def overrides(module: ModuleType) -> Iterator[str]:
    """Yield the private names of Reflex that the bodies of a module's classes define."""
    for node in ast.parse(inspect.getsource(module)).body:
        if not isinstance(node, ast.ClassDef):
            continue
        bases = [
            base
            for base in getattr(module, node.name).__mro__
            if base.__module__.startswith("reflex")
        ]
        for name in body_names(node):
            if PRIVATE.fullmatch(name) and any(name in vars(base) for base in bases):
                yield f"{module.__name__}.{node.name}.{name}"


def body_names(owner: ast.ClassDef) -> set[str]:
    """Return the names that a class's body assigns, annotates or defines."""
    names: set[str] = set()
    for node in owner.body:
        if isinstance(node, ast.Assign):
            names.update(each.id for each in node.targets if isinstance(each, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
    return names


def test_no_class_outside_the_patches_overrides_a_private_name() -> None:
    modules = [
        importlib.import_module(module.name)
        for module in walk_packages(awards_site.__path__, "awards_site.")
        if not module.name.startswith(NOT_IMPORTED)
    ]
    assert list(overrides(slots)) == [f"{slots.__name__}.Slot._memoization_mode"]
    found = [
        name
        for module in modules
        if not module.__name__.startswith("awards_site.reflex_patches")
        for name in overrides(module)
    ]
    assert not found, "Private names of Reflex:\n" + "\n".join(found)


def test_no_file_outside_the_patches_uses_generated_names() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in sources(".py", ".js", ".jsx", ".mjs")
        for match in GENERATED.finditer(path.read_text())
    ]
    assert not found, "Files and switches of Reflex:\n" + "\n".join(found)
