"""The data of public pages: what a page reads of the API, declared where the page is drawn.

    CARDS = View("nomineeCards", SCRIPT)
    NOMINEES = Query("/api/nominees/published", CARDS, shape=list[NomineeCard])
    loaded(NOMINEES, grid(NOMINEES.data), loading=skeletons(), failure="Failed to load nominees.")

The browser reads it by `query.jsx`; prerendering reads the same URLs and embeds what the views make
of the responses. Which URLs these are is never said a second time: rendering tells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

import reflex as rx
from reflex_base.utils.imports import ImportVar
from reflex_base.vars import VarData

from awards_site.ui.queries.page_context import PAGE_CONTEXT_SCRIPT
from awards_site.ui.queries.request import REQUEST_SCRIPT

_IMPORTED_SCRIPTS = (PAGE_CONTEXT_SCRIPT, REQUEST_SCRIPT)

QUERY_SCRIPT = rx.asset("query.jsx", shared=True)
"""The script with `useData`, for scripts that read data themselves."""
REACT_QUERY = "@tanstack/react-query@5.108.0"


@dataclass(frozen=True)
class View:
    """A JavaScript function `(response, page, options)` that makes what a page draws of a response.

    `script` is the asset that exports it under its name; `options` are constants that it needs,
    such as the labels of stored values.
    """

    name: str
    script: Any
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Query:
    """One read of the API, and what the page draws of it.

    `url` may have parts in braces, filled in from the data of the query `given`, or without one
    from the page's path: `{id}` and `{slug}`. It is read once all of them are known. `shape` is the
    type of what the view returns; `fallback` stands for it while there is no data. For the statuses
    in `empty_on` the data is null instead of an error.
    """

    url: str
    view: View
    shape: Any
    fallback: Any = None
    empty_on: Sequence[int] = ()
    given: "Query | None" = None

    @property
    def data(self) -> Any:
        """What the view made of the response, as a Var of the query's shape."""
        expression = f"{self._name}.data"
        if self.fallback is not None:
            expression = f"({expression} ?? {rx.Var.create(self.fallback)!s})"
        return self._var(expression).to(self.shape)

    @property
    def is_pending(self) -> rx.Var[bool]:
        """Whether there is no data yet."""
        return self._var(f"{self._name}.isPending").to(bool)

    @property
    def is_failed(self) -> rx.Var[bool]:
        """Whether reading failed, and there is nothing to show."""
        return self._var(f"{self._name}.isFailed").to(bool)

    @property
    def is_missing(self) -> rx.Var[bool]:
        """Whether the API answered with one of the statuses in `empty_on`."""
        return self._var(f"{self._name}.isMissing").to(bool)

    @property
    def retry(self) -> rx.Var[rx.EventChain]:
        """The browser's function that reads again, for `on_click`."""
        return self._var(f"{self._name}.retry").to(rx.vars.FunctionVar, rx.EventChain)

    @property
    def _name(self) -> str:
        return f"query{crc32(f'{self.url} {self.view.name}'.encode()):x}"

    def _var(self, expression: str) -> rx.Var[Any]:
        return rx.Var(
            _js_expr=expression, _var_data=VarData(hooks=self._hooks, imports=self._imports)
        )

    @property
    def _hooks(self) -> dict[str, None]:
        options = rx.Var.create({**self.view.options, "emptyOn": list(self.empty_on)})
        url = repr(self.url)
        before: dict[str, None] = {}
        if self.given is not None:
            before, url = self.given._hooks, f"fillUrl({url}, {self.given._name}.data)"
        elif "{" in self.url:
            url = f"fillUrl({url}, usePathKey())"
        arguments = f"{url}, {self.view.name!r}, {self.view.name}, {options!s}"
        return {**before, f"const {self._name} = useData({arguments});": None}

    @property
    def _imports(self) -> dict[str, list[ImportVar]]:
        before = self.given._imports if self.given is not None else {}
        tags = ("fillUrl", "useData", "usePathKey")
        found = {
            QUERY_SCRIPT.importable_path: [ImportVar(tag=tag) for tag in tags],
            REACT_QUERY: [ImportVar(tag="", render=False)],
            self.view.script.importable_path: [ImportVar(tag=self.view.name)],
        }
        for library, variables in before.items():
            found[library] = [*found.get(library, []), *variables]
        return found


AS_IT_IS = View("asItIs", QUERY_SCRIPT)
"""The view of a response that is drawn as it comes."""


def computed(function: str, script: Any, *arguments: Any, shape: Any) -> Any:
    """Return what a function of a script makes of its arguments in the browser, as a Var.

    A function called `use...` is a hook, and runs once for all uses of the same arguments.
    """
    values = [rx.Var.create(each) for each in arguments]
    call = f"{function}({', '.join(map(str, values))})"
    imports = {script.importable_path: [ImportVar(tag=function)]}
    own = VarData(imports=imports)
    if function.startswith("use"):
        name = f"{function.removeprefix('use').lower()}{crc32(call.encode()):x}"
        own = VarData(imports=imports, hooks={f"const {name} = {call};": None})
        call = name
    data = VarData.merge(*(value._get_all_var_data() for value in values), own)
    return rx.Var(_js_expr=call, _var_data=data).to(shape)
