"""The reading page: texts with their chains, in a browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.document.naming import type_of
from corefpipe.report.pages.columns import packed, percent, signed
from corefpipe.report.pages.marks import Piece, marked_paragraph
from corefpipe.report.pages.paragraphs import Paragraph, paragraphs_of
from corefpipe.report.pages.places import pieces_of, places_of
from corefpipe.report.pages.quotations import quotations_data
from corefpipe.report.pages.shell import as_json, label, render
from corefpipe.report.pages.shown import MentionFacts, Shown
from corefpipe.report.phrases import phrase_of
from corefpipe.utils.emphasis import without_emphasis
from corefpipe.utils.html import COLOURS, LINES, escaped
from corefpipe.utils.text import counted

CHUNK = 4000
"""Characters of text that a browser draws at once."""

_SCRIPTS = (
    "page.js",
    "columns.js",
    "data.js",
    "chains.js",
    "details.js",
    "strip.js",
    "quotations.js",
    "reading.js",
)
_KINDS = ("", "name", "nominal", "coordination", "pronoun", "verb")
_TITLE = 48  # characters of the beginning of a text that stand for its name
_LEAST = 0.02  # probability below which a candidate is not shown
_MOST = 4  # candidates shown


def reading_page(shown: Iterable[Shown], title: str = "", index: str = "") -> str:
    """The page of some documents: one self-contained HTML file, the same bytes for the same documents.

    Args:
        shown: the documents.
        title: of the page; without one, the names of its documents.
        index: address of the page that lists all pages, if there is one.
    """
    documents, data, names = [], [], []
    for number, one in enumerate(shown):
        paragraphs = paragraphs_of(one.document)
        one = _in_order(one)
        chains = sorted(one.document.chains().values(), key=lambda mentions: -len(mentions))
        data.append(_data(one, paragraphs, chains))
        names.append(label(str(one.document)) or _beginning(one.document) or "text")
        chunks = list(_chunks(paragraphs, one.document.mentions, chains))
        documents.append({"id": f"d{number}", "name": names[-1], "words": len(one.document), "chunks": chunks})
    title = title or (names[0] if len(names) == 1 else counted(len(names), "document"))
    signs = {"colours": len(COLOURS), "lines": len(LINES)}
    return render(
        "reading.html.j2",
        _SCRIPTS,
        ("marks.css", "reading.css", "quotations.css"),
        title=title,
        index=index,
        documents=documents,
        data=as_json({"signs": signs, "kinds": _KINDS, "documents": data}),
    )


def _in_order(shown: Shown) -> Shown:
    """What to show with the mentions in text order; what is known of them is in that order already."""
    if shown.facts:
        return shown
    document = replace(shown.document, mentions=sort_mentions(shown.document.mentions))
    return Shown(document, [MentionFacts()] * len(document.mentions), shown.gold)


def _beginning(document: Document) -> str:
    """The first words of a text, as the title of a page whose document has no name."""
    text = " ".join((document.text or " ".join(document.words))[: 4 * _TITLE].split())
    text = without_emphasis(text)
    if len(text) <= _TITLE:
        return label(text)
    return label(text[:_TITLE].rsplit(" ", 1)[0].rstrip(" ,;:.") + " …")


def _number_of(chains: Sequence[Sequence[Mention]]) -> dict[str, int]:
    """Entity -> number of its chain, from 0."""
    return {mentions[0].entity: number for number, mentions in enumerate(chains)}


def _chunks(
    paragraphs: list[Paragraph], mentions: Sequence[Mention], chains: Sequence[Sequence[Mention]]
) -> Iterator[Markup]:
    """The text as HTML with its mentions marked, in chunks of about `CHUNK` characters."""
    number, sizes = _number_of(chains), [len(chain) for chain in chains]
    chain_of = [number[mention.entity] for mention in mentions]
    marks: list[list[Piece]] = [[] for _ in paragraphs]
    for index, mention in enumerate(mentions):
        for at, start, units in pieces_of(mention, paragraphs):
            marks[at].append((start, start + units, index))
    pieces: list[str] = []
    length = expected = 0
    for paragraph, own in zip(paragraphs, marks, strict=True):
        if paragraph.speaker:
            pieces.append(f"<div class=speaker>{escaped(label(paragraph.speaker))}</div>")
        opening = "<p class=on>" if paragraph.continues else "<p>"
        text, expected = marked_paragraph(paragraph.text, own, chain_of, sizes, expected)
        pieces.append(f"{opening}{text}\n")
        length += len(paragraph.text)
        if length >= CHUNK:
            yield Markup("".join(pieces))  # nosec B704: escaped above
            pieces, length = [], 0
    if pieces:
        yield Markup("".join(pieces))  # nosec B704: escaped above


def _data(shown: Shown, paragraphs: list[Paragraph], chains: Sequence[Sequence[Mention]]) -> dict[str, Any]:
    """What the scripts read of a document (see `static/data.js`)."""
    document, facts = shown.document, shown.facts
    number = _number_of(chains)
    types = [type_of(mention.type for mention in mentions) for mentions in chains]
    known = [kind for kind, _ in Counter(types).most_common()]
    texts: dict[tuple[str, str], int] = {}
    abouts: dict[str, int] = {}
    places, more = places_of(document.mentions, paragraphs)
    reasons: list[int] = []
    for fact in facts:
        reasons.append(len(fact.reasons))
        for text, weight in fact.reasons:
            reasons += (texts.setdefault(text, len(texts)), signed(round(100 * weight)))
    return {
        "gold": shown.gold,
        "names": [label(without_emphasis(document.chain_name(mentions))) for mentions in chains],
        "types": known,
        "type": packed(known.index(kind) for kind in types),
        "place": packed(places),
        "more": more,
        "chain": packed(number[mention.entity] for mention in document.mentions),
        "kind": packed(_KINDS.index(fact.kind) if fact.kind in _KINDS else 0 for fact in facts),
        "probability": packed(percent(fact.probability) for fact in facts),
        "antecedent": packed(
            signed(index - fact.antecedent) if fact.antecedent >= 0 else 0 for index, fact in enumerate(facts)
        ),
        "candidates": packed(_candidates(facts)),
        "texts": [[phrase_of(text), text, abouts.setdefault(about, len(abouts))] for text, about in texts],
        "abouts": list(abouts),
        "reasons": packed(reasons),
        "said": quotations_data(document, paragraphs, number),
    }


def _candidates(facts: Sequence[MentionFacts]) -> Iterator[int]:
    """For each mention: number of candidates; then how many mentions before it each is, and its probability."""
    for index, fact in enumerate(facts):
        likely = [(other, p) for other, p in fact.candidates if p >= _LEAST][:_MOST]
        yield len(likely)
        for other, p in likely:
            yield signed(index - other)
            yield percent(p)
