"""The command line: one module per command, and `main`, which runs them all.

The modules import heavy libraries (spaCy, scikit-learn) inside functions, so that no command waits for libraries that
it does not need.
"""

from __future__ import annotations

import os
import sys
import warnings
from typing import Annotated, TextIO

import typer

from corefpipe.cli import compare, convert, explain, features, resolve, score, train, tune
from corefpipe.cli.settings import LearnerCommand
from corefpipe.errors import CorefpipeError, CorefpipeWarning
from corefpipe.version import __version__

app = typer.Typer(
    name="corefpipe",
    help="Resolve coreference in texts, train models, and score their output.",
    epilog="`corefpipe COMMAND --help` shows examples of a command.",
    no_args_is_help=True,
    add_completion=False,
    # Plain help and tracebacks, because importing rich takes time.
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

    Exit codes: 0 for success, 2 for a wrong command or wrong input, 1 if it was interrupted.
    """
    try:
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _show_warning
                app(prog_name="corefpipe")
        finally:
            # Raises BrokenPipeError here, not when the interpreter exits, if the reader of a pipe is gone.
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
        # typer turns KeyboardInterrupt into this exit code without a message.
        if end.code == 130:
            _interrupted()
        raise


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print one of our warnings without the line of code that gave it."""
    if issubclass(category, CorefpipeWarning):
        print(f"Warning: {message}", file=sys.stderr)
    else:
        sys.stderr.write(warnings.formatwarning(message, category, filename, lineno, line))


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
