"""The command line: one module per command, and `main`, which runs them all.

A command's module is imported only when it is run, and the modules import heavy libraries (spaCy, scikit-learn) inside
functions, so that no command waits for code that it does not need.
"""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, NoReturn, TextIO

import typer

from corefpipe.cli.group import Commands
from corefpipe.cli.option_groups import with_code
from corefpipe.exceptions import CorefpipeError, CorefpipeWarning
from corefpipe.utils.termination import termination_as_exit
from corefpipe.version import __version__

COMMANDS: dict[str, str] = {
    "resolve": "",
    "link": "",
    "entities": "",
    "book": "",
    "view": "",
    "train": "corefpipe.cli.settings:LearnerCommand",
    "tune": "corefpipe.cli.settings:LearnerCommand",
    "package": "",
    "cluster": "corefpipe.cli.settings:LearnerCommand",
    "words": "corefpipe.cli.words:MethodCommand",
    "explain": "",
    "constraints": "",
    "score": "",
    "errors": "",
    "compare": "",
    "convert": "",
    "serve": "",
    "features": "",
}
"""Name of a command, of its module and of the function or app in it -> the class of the command, if it has its own."""


def command_line(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """Return the command line with some of its commands, whose modules are imported."""
    app = typer.Typer(
        name="corefpipe",
        cls=Commands,
        help="Resolve coreference in texts, train models, score their output, and cluster rows of tables or words.",
        epilog="`corefpipe COMMAND --help` shows examples of a command.",
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        add_completion=False,
        # Plain help and tracebacks, because importing rich takes time.
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_options)
    for name in names:
        module = import_module(f"corefpipe.cli.{name}")
        if hasattr(module, "app"):
            app.add_typer(module.app)
        else:
            of, _, cls = COMMANDS[name].partition(":")
            app.command(cls=getattr(import_module(of), cls) if cls else None)(with_code(getattr(module, name)))
    return app


def main() -> None:
    """Run the command line; the console entry point `corefpipe`.

    Exit codes: 0 for success, 2 for a wrong command or wrong input, 1 if it was interrupted, 143 if it was terminated.
    """
    _prepare_streams()
    wanted = sys.argv[1:2]
    try:
        app = command_line(wanted if wanted and wanted[0] in COMMANDS else COMMANDS)
    except KeyboardInterrupt:
        _interrupted()
    _run(app)


def _prepare_streams() -> None:
    """Open streams that a shell has closed (`>&-`), and write UTF-8, as into files, whatever the locale is."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding = sys.stdout.encoding if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace", newline="\n")


def _options_of_command(app: typer.Typer) -> set[str]:
    """The options of the command that is run, such as `--on-error`."""
    command = typer.main.get_command(app)
    for name in sys.argv[1:3]:  # the second is the command of a group
        command = getattr(command, "commands", {}).get(name, command)
    return {option for parameter in command.params for option in parameter.opts}


def _run(app: typer.Typer) -> None:
    try:
        try:
            with termination_as_exit(), warnings.catch_warnings():
                warnings.showwarning = _show_warning
                app(prog_name="corefpipe")
        finally:
            # Raises BrokenPipeError here, not when the interpreter exits, if the reader of a pipe is gone.
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (CorefpipeError, OSError) as error:
        told = error.worded(_options_of_command(app)) if isinstance(error, CorefpipeError) else error
        print(f"Error: {told}", file=sys.stderr)
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


def _interrupted() -> NoReturn:
    print("Interrupted.", file=sys.stderr)
    sys.exit(1)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"corefpipe {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass
