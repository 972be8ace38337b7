"""All that builds on what Reflex does not promise: edits of what it generates, and private names.

Each module in `compilation/` and `websocket/` is one patch. Its `PATCH` says why it is there and
what would make it unnecessary, and its `verify` raises PatchFailed when the installed Reflex no
longer has what the patch builds on. `plugin.py` verifies them all at the start of each build.
Nothing outside this package uses a name of Reflex that begins with an underscore, nor the
scripts `$/utils/...` that Reflex generates."""
