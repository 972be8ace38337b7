"""Entry point of `python -m awards_site`."""

import gc
import os
import sys

# Garbage collections during the imports, and of what they leave at the exit, find nothing and take
# as long as importing.
gc.disable()

from awards_site.settings import Settings, refusal  # noqa: E402

# Modules read the settings when they are imported, so invalid ones are refused before that.
if found := refusal():
    arguments = sys.argv[1:]
    if arguments and arguments[0] != "settings" and "--help" not in arguments:
        if arguments[0] == "doctor":
            sys.stdout.write(f"error   settings: {found}\n")
            sys.exit(1)
        sys.exit(found)
    # Neither help nor the list of settings depends on them.
    names = {str(field.validation_alias) for field in Settings.model_fields.values()}
    for name in [name for name in os.environ if name.upper() in names]:
        del os.environ[name]

if sys.argv[1:] == ["serve"]:
    # Without the imports of the other commands, which take seconds.
    from awards_site.operations import CommandFailed
    from awards_site.operations.serve import main

    try:
        main()
    except (CommandFailed, OSError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Aborted!")

from awards_site.cli import app  # noqa: E402

gc.freeze()
gc.enable()

app(prog_name="python -m awards_site")
