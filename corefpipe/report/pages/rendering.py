"""`corefpipe.render`: chains on a page, in a notebook or a file."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from spacy.tokens import Doc

from corefpipe.chains.coref import Coref
from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError
from corefpipe.report.pages.reading import reading_page
from corefpipe.report.pages.resolved import shown_doc
from corefpipe.report.pages.shown import Shown
from corefpipe.utils.text import with_article

_HEIGHT = 640  # pixels in a notebook


class Page(str):
    """The HTML of a page. A notebook shows it in a frame of its own, which can reach nothing outside."""

    def _repr_html_(self) -> str:
        style = f"width:100%;height:{_HEIGHT}px;border:1px solid #8888;border-radius:6px"
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
    return Page(reading_page((_shown(one) for one in several), title))


def _shown(one: Doc | Document | Coref) -> Shown:
    if isinstance(one, Doc | Coref):
        return shown_doc(one if isinstance(one, Doc) else one.doc)
    if isinstance(one, Document):
        return Shown(one, gold=True)
    cure = "Give a Doc or a Document, such as corefpipe.resolve(text)"
    raise AnnotationError(f"{with_article(type(one).__name__)} has no chains to show", cure=cure)
