"""`corefpipe.render`: chains on a page, in a notebook or a file."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from spacy.tokens import Doc

from corefpipe.chains.coref import Coref
from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError
from corefpipe.report.pages.paragraphs import paragraphs_of
from corefpipe.report.pages.reading import reading_page
from corefpipe.report.pages.resolved import shown_doc
from corefpipe.report.pages.shown import Shown
from corefpipe.utils.text import with_article

_LOWEST, _HIGHEST = 300, 640  # pixels in a notebook
_HEAD, _LINE, _ROW = 130, 36, 31  # pixels: of head and margins, of a line of text, of a row in the list of chains
_IN_LINE = 60  # characters in a line
_ABOVE_ROWS = 180  # pixels above the list of chains


class Page(str):
    """The HTML of a page. A notebook shows it in a frame of its own, which can reach nothing outside.

    Attributes:
        height: of the frame, in pixels; a short text has a low one.
    """

    height: int = _HIGHEST

    def _repr_html_(self) -> str:
        style = f"width:100%;height:{self.height}px;border:1px solid #8888;border-radius:6px"
        return f'<iframe sandbox="allow-scripts" title="Chains" style="{style}" srcdoc="{escape(self)}"></iframe>'

    def __repr__(self) -> str:
        return f"<Page: {len(self):,} characters>"


def render(documents: Doc | Document | Coref | Iterable[Doc | Document | Coref], title: str = "") -> Page:
    """The reading page of Docs or Documents with their chains: HTML, which a notebook shows.

    >>> import corefpipe
    >>> doc = corefpipe.load("en")("Ann lost her keys. She found them.")  # doctest: +SKIP
    >>> corefpipe.render(doc)  # in a notebook  # doctest: +SKIP
    >>> Path("page.html").write_text(corefpipe.render(doc), encoding="utf-8")  # doctest: +SKIP

    A Doc that was resolved has probabilities and antecedents, a Document has chains only. For the reasons of links as
    well, use `corefpipe resolve novel.txt -o novel.html`.

    Args:
        documents: one, or `doc._.coref` of one, or several, of which the page shows one at a time.
        title: of the page; without one, the names of its documents.

    Raises:
        AnnotationError: something else.
    """
    several = [documents] if isinstance(documents, Doc | Document | Coref) else documents
    shown = [_shown(one) for one in several]
    page = Page(reading_page(shown, title))
    page.height = min(max([_LOWEST, *(_height_of(one.document) for one in shown)]), _HIGHEST)
    return page


def _height_of(document: Document) -> int:
    """About how high a document is in its frame: its text, or its list of chains if that is longer."""
    lines = sum(1 + len(paragraph.text) // _IN_LINE for paragraph in paragraphs_of(document))
    chains = {mention.entity for mention in document.mentions}
    return max(_HEAD + _LINE * lines, _ABOVE_ROWS + _ROW * len(chains))


def _shown(one: Doc | Document | Coref) -> Shown:
    if isinstance(one, Doc | Coref):
        return shown_doc(one if isinstance(one, Doc) else one.doc)
    if isinstance(one, Document):
        return Shown(one, gold=True)
    cure = "Give a Doc or a Document, such as corefpipe.resolve(text)"
    raise AnnotationError(f"{with_article(type(one).__name__)} has no chains to show", cure=cure)
