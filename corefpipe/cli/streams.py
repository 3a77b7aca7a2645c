"""`corefpipe resolve --follow` and `--stream`: texts that grow, and texts that are too long to be read as a whole."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, cast

from corefpipe.cli.inputs import check_paths
from corefpipe.cli.options import STDIN, ModelOptions
from corefpipe.cli.outputs import check_file, errors_of, format_to_write, is_file, target_of, write_chains
from corefpipe.cli.stream_options import ALL, StreamOptions
from corefpipe.exceptions import SettingError, printable
from corefpipe.formats.opening import open_binary, open_file
from corefpipe.formats.reading import stem
from corefpipe.formats.registry import format_by_extension
from corefpipe.utils.progress import bar, status
from corefpipe.utils.text import encodable

if TYPE_CHECKING:
    from corefpipe.document import Document
    from corefpipe.resolver.model import Resolver
    from corefpipe.streams import Stream, Update
    from corefpipe.utils.arriving import Arriving

UPDATES = "updates"
"""The output format in which each line is what a line or part of the text has changed."""


def resolve_growing(
    paths: list[Path], options: StreamOptions, chosen: ModelOptions, format: str | None, out: Path | None
) -> None:
    """Resolve texts part by part, as the options say.

    Args:
        paths: none is standard input.
        options: with `follow` or `stream`.
        chosen: the model.
        format: name of the output format, if it is given.
        out: a file, if it is given.
    """
    out = target_of(out)
    written = UPDATES if options.follow else _format(out, format)
    _check_texts(paths)
    if options.follow:
        check_alone(out=out, format=format, path=paths[1:])
    for target in (out, *([options.state] if options.state is not None else ())):
        check_file(target, [*(paths or [STDIN]), Path(chosen.model)])
    with status("load the model"):
        from corefpipe.resolver.loading import load_resolver

        resolver = load_resolver(**chosen.settings())
    if options.follow:
        _follow(paths[0] if paths else STDIN, options, resolver)
    elif written == UPDATES:
        _write_updates(paths or [STDIN], options, resolver, out)
    else:
        write_chains(_documents(paths or [STDIN], options, resolver), out, written)


def _format(out: Path | None, format: str | None) -> str:
    if out is not None and not is_file(out):
        raise SettingError(
            f"texts that are resolved in parts go into a file, not into the folder {out}", cure=f"Add -o {out}.jsonl"
        )
    return "text" if format is None and out is None else format_to_write(out, format, "--format", (UPDATES,))


def check_alone(**options: Any) -> None:
    """Raise SettingError for an option, by its name, that --follow or --stream excludes."""
    for name, value in options.items():
        if value:
            what = "a second file" if name == "path" else f"--{name}"
            raise SettingError(f"{what} does not go with a text that is resolved part by part", cure="Leave it out")


def _check_texts(paths: list[Path]) -> None:
    """Raise SettingError for paths that are no files of plain text."""
    check_paths(paths, listed=True)
    for path in paths:
        form = None if path == STDIN else format_by_extension(path)
        if path.is_dir() or (form is not None and form.name != "text"):
            raise SettingError(
                "only plain text is resolved part by part", cure="Give a file of plain text", file=str(path)
            )


def _follow(path: Path, options: StreamOptions, resolver: Resolver) -> None:
    """Print what each line of standard input, a pipe or a file changes, until it ends or Ctrl-C."""
    from corefpipe.streams.files import lines_in
    from corefpipe.streams.following import StateFile, follow
    from corefpipe.streams.stream import Stream
    from corefpipe.utils.arriving import Arriving

    stream = Stream(resolver, **options.extents())
    state = StateFile(options.state) if options.state is not None else None
    if state is not None:
        stream = _agreeing(state.restore(stream), options)
    file, name = _opened(path)  # closing it would wait for the thread that waits for lines
    lines = Arriving(lines_in(file, name))
    if path.is_file():
        _skip(lines, stream.pieces, name)
    try:
        follow(lines, stream, _print, state=state, speakers=options.speakers)
    except KeyboardInterrupt:
        return  # the way to end it


def _agreeing(stream: Stream, options: StreamOptions) -> Stream:
    """A stream that goes on, which keeps its own settings."""
    for name, value in options.extents().items():
        own = getattr(stream, name)
        if own != value:
            shown = ALL if own is None else own
            raise SettingError(
                f"the stream in {options.state} was begun with --{name} {shown}",
                cure=f"Leave out --{name}, or name another file",
            )
    return stream


def _skip(lines: Arriving[str], number: int, name: str) -> None:
    """Leave out the lines of a file that were read before."""
    for read in range(number):
        if lines.next() is None:
            raise SettingError(
                f"the state has {number} lines, and the file {read}",
                cure="Give the file that it was made of",
                file=name,
            )


def _print(record: dict[str, Any]) -> None:
    print(json.dumps(record, ensure_ascii=False), flush=True)


def _documents(paths: list[Path], options: StreamOptions, resolver: Resolver) -> Iterator[Document]:
    for path in paths:
        stream = _stream_of(path, options, resolver)
        for _ in _updates(path, stream):
            pass
        yield stream.document()


def _write_updates(paths: list[Path], options: StreamOptions, resolver: Resolver, out: Path | None) -> None:
    """Write what each part of plain texts changes, as JSON lines with the name of the document."""
    from corefpipe.formats.files import atomic_writer
    from corefpipe.streams.records import record_of

    with errors_of(out), _standard_output() if out is None else atomic_writer(out) as target:
        for path in paths:
            stream = _stream_of(path, options, resolver)
            for update in _updates(path, stream):
                record = {"document": stream.name, **record_of(update)}
                target.write(json.dumps(record, ensure_ascii=False) + "\n")


@contextmanager
def _standard_output() -> Iterator[TextIO]:
    yield sys.stdout
    sys.stdout.flush()


def _stream_of(path: Path, options: StreamOptions, resolver: Resolver) -> Stream:
    from corefpipe.streams.stream import Stream

    return Stream(resolver, name="" if path == STDIN else encodable(stem(str(path))), **options.extents())


def _updates(path: Path, stream: Stream) -> Iterator[Update]:
    from corefpipe.streams.files import append_file

    plain = path.is_file() and path.suffix != ".gz"
    size = path.stat().st_size if plain else None
    what = f"resolve {printable(str(path))}"
    file, name = _opened(path)
    with file, bar(what, size, unit="B", unit_scale=True) as drawn:
        yield from append_file(stream, file, name, drawn.update)


def _opened(path: Path) -> tuple[BinaryIO, str]:
    """A file, a pipe or standard input, and its name in errors."""
    if path != STDIN:
        return (open_binary(path) if path.is_file() else open_file(path)), str(path)
    try:
        # Apart from `sys.stdin`, whose lock a thread that waits in it would hold when Python ends.
        return open(sys.stdin.fileno(), "rb", closefd=False), "standard input"
    except OSError:  # it is no file of the system
        return cast(BinaryIO, sys.stdin.buffer), "standard input"
