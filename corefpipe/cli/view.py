"""`corefpipe view`: an HTML page with the chains of annotated files, without resolving them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from corefpipe.cli import options
from corefpipe.cli.inputs import check_paths, read_documents, warn_of, warn_of_empty
from corefpipe.cli.options import HTML
from corefpipe.cli.outputs import check_file, is_file, target_of, write_page
from corefpipe.exceptions import SettingError
from corefpipe.formats import distinct
from corefpipe.utils.paths import as_path


def view(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", parser=as_path, help="Annotated files or folders; - is standard input."),
    ],
    source: options.SourceFormat = None,
    out: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation
        typer.Option("-o", "--out", metavar="OUT", help="The HTML file; - is standard output, the default."),
    ] = None,
) -> None:
    """Show the chains of annotated files, such as gold chains, on a page for a browser.

    \b
    Examples:
      corefpipe view gum.conllu -o gum.html
      corefpipe view ontogum/dev -o dev.html
      corefpipe view response.conll > response.html

    The page is one self-contained file, which shows one document at a time. To resolve a text and view the result, use
    `corefpipe resolve novel.txt -o novel.html`.
    """
    out = target_of(out)
    if out is not None and not is_file(out):
        raise SettingError(f"a page goes into a file, not into the folder {out}", cure=f"Add -o {out}.{HTML}")
    check_paths(paths, listed=True)
    check_file(out, paths)
    notes: list[str] = []
    documents = distinct(warn_of_empty(read_documents(paths, source)), notes)
    from corefpipe.report.pages.shown import Shown

    write_page((Shown(document, gold=True) for document in documents), out)
    warn_of(notes)
