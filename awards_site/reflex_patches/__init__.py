"""All that builds on what Reflex does not promise: edits of what it generates, and private names.

Each `Patch` says why it is there and what would make it unnecessary, and has a check that raises
PatchFailed when the installed Reflex no longer has what it builds on. Each build begins with all
checks (`builds.py`). Nothing outside this package uses a name of Reflex that begins with an
underscore, nor the scripts `$/utils/...` that Reflex generates.
"""
