"""`corefpipe book`: the characters of books, what they say and do, and whom they talk to and meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from corefpipe.cli import options
from corefpipe.cli.inputs import check_source, documents_of
from corefpipe.cli.option_groups import with_option_groups
from corefpipe.cli.options import STDIN, ParseSource, ReadAs
from corefpipe.cli.outputs import errors_of, refuse_sources
from corefpipe.exceptions import SettingError, printable
from corefpipe.formats import distinct
from corefpipe.formats.names import free_name, safe_name
from corefpipe.utils.folders import check_writable_folder
from corefpipe.utils.paths import as_path, is_url
from corefpipe.utils.progress import say, status, watch_pieces
from corefpipe.utils.text import counted

if TYPE_CHECKING:
    from corefpipe.books import Book
    from corefpipe.document import Document


@with_option_groups
def book(
    paths: options.InputPaths = None,
    *,
    out: Annotated[
        Path,
        typer.Option("-o", "--out", metavar="FOLDER", parser=as_path, help="Folder for the files of the book."),
    ],
    title: Annotated[str, typer.Option(help="Title of the book. [default: the name of its file]")] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Write into a folder that has files, and replace those of the same names.")
    ] = False,
    aliases: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", parser=as_path, help="Who is who: the aliases.toml of an earlier run, edited by you."
        ),
    ] = None,
    min_mentions: Annotated[
        int, typer.Option(min=0, help="Leave out characters that are mentioned less often than this.")
    ] = 0,
    parse: options.Parse = ParseSource.PREDICTED,
    source: options.SourceFormat = None,
    read_as: options.ReadText = ReadAs.BOOK,
    chosen: options.ModelOptions,
) -> None:
    """Find the characters of a novel, play or interview: what they say and do, and whom they talk to and meet.

    \b
    Examples:
      corefpipe book novel.txt -o novel/
      corefpipe book hamlet.txt -o hamlet/ --title Hamlet
      corefpipe book novels/ -o characters/
      corefpipe book novel.txt -o novel/ --force --model en_accurate
      corefpipe book novel.txt -o novel/ --force --aliases novel/aliases.toml --min-mentions 5

    \b
    The folder gets
      index.html      a page: cast, network, time line, what each character does; every figure leads to the text
      text.html       the text with the speakers of what is said
      characters.csv  names, nouns and pronouns with counts, gender, share of speech, narrator
      quotations.csv  what is said, by whom and to whom
      actions.csv     what characters do, suffer, have and are
      talks.csv       who talks to whom; talks.graphml is the same for Gephi and networkx
      meetings.csv    who is in a scene with whom
      book.json       all of it
      aliases.toml    which names are one person's: correct it, and give it back with --aliases
      book.tokens, book.entities, book.quotes, book.book, book.book.html   BookNLP's formats

    The texts are resolved as by `corefpipe resolve`. Several texts get a subfolder each. The files of a book are
    written completely or not at all. The first text that fails ends the command. All mentions with the names that
    --aliases lists for a person are one character, and with those of two people they are two.

    Exit code: 0 for success, 2 if a text failed or the command was wrong, 1 if it was interrupted.
    """
    check_source(source)
    documents = iter(distinct(documents_of(paths or [], None, source)))
    _check_folder(out, force)
    refuse_sources(out, paths or [STDIN])
    first = list(islice(documents, 2))
    if title and len(first) > 1:
        raise SettingError("--title is for one text, and there are several", cure="Leave it out, or give one text")
    if aliases and len(first) > 1:
        raise SettingError("--aliases is for one text, and there are several", cure="Give one text")
    taken: dict[str, int] = {}
    for found in _books(chain(first, documents), chosen.settings(), parse, read_as, title, aliases, min_mentions):
        folder = out if len(first) == 1 else out / free_name(safe_name(found.document.name), taken)
        with status("write the files"), errors_of(folder):
            found.save(folder)
        _tell(found, folder)


def _check_folder(out: Path, force: bool) -> None:
    """Raise SettingError for a file, a folder that cannot be written to, or, without force, one that has files."""
    if is_url(out):
        raise SettingError("a book is written to a folder of this machine", cure="Name a folder", file=str(out))
    if out.exists() and not out.is_dir():
        raise SettingError("a file, not a folder", cure="Name a new folder for the book", file=str(out))
    if not force and out.is_dir() and any(out.iterdir()):
        cure = "Name a new folder, or add --force to replace files of the same names"
        raise SettingError("the folder is not empty", cure=cure, file=str(out))
    check_writable_folder(out)


def _books(
    documents: Iterator[Document],
    settings: dict[str, Any],
    parse: ParseSource,
    read_as: ReadAs,
    title: str,
    aliases: Path | None,
    min_mentions: int,
) -> Iterator[Book]:
    """Resolve documents one after the other.

    Raises:
        AnnotationError: one is empty, in another language than the model's, or without people.
        FormatError: an error in the file of aliases.
    """
    with status("load the model"):
        from corefpipe.books import Aliases, Book
        from corefpipe.books.reading import check_book, check_people
        from corefpipe.books.text import read_book
        from corefpipe.resolver.loading import load_parser, load_resolver
        from corefpipe.resolver.resolving import resolve_documents

        people = None if aliases is None else Aliases.read(aliases)
        resolver = load_resolver(**settings)
        nlp = load_parser(resolver, settings["model"], parse.value)
    for document in documents:
        check_book(document, resolver.language)
        if people is not None:
            people.check(document)
        with status(f"resolve {printable(document.name)}"):
            (one,) = resolve_documents(
                [document],
                resolver,
                nlp,
                parse=parse.value,
                watch=watch_pieces,
                read_as=read_as.value,
                known=None if people is None else people.known,
            )
            # What somebody wants to be read as plain text is all of it the book.
            whole = None if read_as is not ReadAs.PLAIN else replace(read_book(one.text), body=(0, len(one.text)))
            found = Book.from_document(one, whole, title, aliases=people, min_mentions=min_mentions)
            check_people(found, document)
        yield found


def _tell(found: Book, folder: Path) -> None:
    people, turns = counted(len(found.characters), "character"), len({one.turn for one in found.quotations})
    speeches = f"{turns:,} {'speech' if turns == 1 else 'speeches'}"
    say(f"{people}, {speeches} written to {printable(str(folder))}; open {printable(str(folder / 'index.html'))}")
    if found.left_out:
        say(f"left out: {counted(found.left_out, 'character')} with fewer than {found.min_mentions} mentions")
    before, after = found.words.left_out()
    if before or after:
        places = [f"{counted(n, 'word')} {where}" for n, where in ((before, "before"), (after, "after")) if n]
        say(
            f"left out: {' and '.join(places)} the text (licence, title page, table of contents, notes); "
            "--read-as plain keeps them"
        )
