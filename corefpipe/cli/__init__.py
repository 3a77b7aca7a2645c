"""The command line: one module a command, `main` for all of them.

A command's module imports typer and what is light; what is heavy (spaCy, scikit-learn) is imported in the function that
needs it, so that no command waits for another's libraries.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from corefpipe.cli import compare, convert, explain, features, resolve, score, train, tune
from corefpipe.cli.settings import LearnerCommand
from corefpipe.errors import CorefpipeError
from corefpipe.version import __version__

app = typer.Typer(
    name="corefpipe",
    help="Resolve coreference, train resolvers, and score what they find.",
    epilog="`corefpipe COMMAND --help` shows an example of each command.",
    no_args_is_help=True,
    add_completion=False,
    # Plain help and plain tracebacks: rich would be imported for both.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command()(resolve.resolve)
app.command(cls=LearnerCommand)(train.train)
app.command(cls=LearnerCommand)(tune.tune)
for command in (explain.explain, score.score, compare.compare, convert.convert):
    app.command()(command)
app.add_typer(features.app)


def main() -> None:
    """Run the command line; the console entry point `corefpipe`.

    Exit codes: 0 when all went well, 2 when the command or its input was wrong, 1 when it was cut off.
    """
    try:
        try:
            app(prog_name="corefpipe")
        finally:
            # A reader that has gone away shows here, not when the interpreter ends.
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (CorefpipeError, OSError) as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        _interrupted()
    except SystemExit as end:
        # What typer makes of KeyboardInterrupt: the shell's code for it, and no word.
        if end.code == 130:
            _interrupted()
        raise


def _interrupted() -> None:
    print("Interrupted.", file=sys.stderr)
    sys.exit(1)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"corefpipe {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass
