"""Text with mentions replaced, and the way back to the offsets of the text it was made of."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from spacy.tokens import Doc, Span, Token

from corefpipe.lexicon import load_lexicon

Chains = Sequence[tuple[Span, Sequence[Span]]]  # (main mention, all mentions) of each


class Piece(NamedTuple):
    """Characters of a rewritten text and what they stand for in its source; both half-open."""

    start: int
    end: int
    source_start: int
    source_end: int


class ResolvedText(str):
    """A text with mentions replaced: a string that knows where it comes from.

    Attributes:
        replaced: the replacements, ascending.
        offset: where the text begins in its source.
    """

    replaced: list[Piece]
    offset: int

    def __new__(cls, text: str, replaced: Sequence[Piece] = (), offset: int = 0) -> ResolvedText:
        """A text with its replacements."""
        self = super().__new__(cls, text)
        self.replaced, self.offset = list(replaced), offset
        return self

    def __getnewargs__(self) -> tuple[str, list[Piece], int]:  # type: ignore[override]  # pickled and copied whole
        return str(self), self.replaced, self.offset

    def to_source(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters [start, end) stand in the source; part of a replacement stands for all of it."""
        return self._mapped(start, end, to_source=True)

    def from_source(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters [start, end) of the source stand here; part of a replaced mention for all of it."""
        return self._mapped(start, end, to_source=False)

    def _mapped(self, start: int, end: int, to_source: bool) -> tuple[int, int]:
        begin = Piece(0, 0, self.offset, self.offset)
        pieces = [begin, *self.replaced]
        if not to_source:
            pieces = [Piece(p.source_start, p.source_end, p.start, p.end) for p in pieces]
        if not pieces[0].start <= start <= end:
            raise ValueError(f"no characters {start} to {end}")
        return _shifted(pieces, start, end=False), _shifted(pieces, end, end=end > start)


def rewrite(span: Span, chains: Chains, keep: Collection[tuple[int, int]]) -> ResolvedText:
    """Replace mentions by the main mentions of their chains.

    Args:
        span: the text; offsets map to its Doc.
        chains: those of the Doc.
        keep: (start, end) in tokens of the Doc, mentions to leave alone.
    """
    return _Writer(span.doc, chains, keep).text(span)


class _Writer:
    """Writes the tokens of a Doc, replacing the outermost mentions that are to be replaced."""

    def __init__(self, doc: Doc, chains: Chains, keep: Collection[tuple[int, int]]):
        self.doc = doc
        self.mains = [main for main, _ in chains]
        self.keep = keep
        # Where a language has no marks in its lists, possessives stay as they are.
        self.marks = load_lexicon(doc.lang_ or "en").possessive_marks
        self.at: dict[int, list[tuple[int, int]]] = {}  # first token -> (end, chain), the longest first
        for number, (_, mentions) in enumerate(chains):
            for mention in mentions:
                self.at.setdefault(mention.start, []).append((mention.end, number))
        for starting in self.at.values():
            starting.sort(reverse=True)

    def text(self, span: Span) -> ResolvedText:
        out, pieces, length = [], [], 0
        for source, text in self._stretches(span.start, span.end, frozenset()):
            if text is not None:
                pieces.append(Piece(length, length + len(text), source.start_char, source.end_char))
            out += [source.text if text is None else text, source[-1].whitespace_]
            length += len(out[-2]) + len(out[-1])
        return ResolvedText("".join(out if span.end == len(self.doc) else out[:-1]), pieces, span.start_char)

    def _stretches(self, token: int, end: int, busy: frozenset[int]) -> Iterator[tuple[Span, str | None]]:
        """The tokens from one to another: mentions with what replaces them, other tokens with None.

        Args:
            token: the first.
            end: index after the last.
            busy: chains that are left alone, because this is written for them.
        """
        inside: list[tuple[int, int]] = []  # (end, chain) of mentions that stay: nothing in them stands for themselves
        while token < end:
            inside = [one for one in inside if one[0] > token]
            after, text = token + 1, None
            for last, chain in self.at.get(token, ()):
                if last > end or chain in busy or any(chain == other for _, other in inside):
                    continue
                text = self._replacement(self.doc[token:last], chain, busy)
                if text is not None:
                    after = last
                    break
                inside.append((last, chain))
            yield self.doc[token:after], text
            token = after

    def _replacement(self, mention: Span, chain: int, busy: frozenset[int]) -> str | None:
        """What stands for a mention; None where it stays."""
        main = self.mains[chain]
        if (mention.start, mention.end) in self.keep or _stays(mention, main):
            return None
        possessive = _possessive(mention)
        if possessive and not self.marks:
            return None
        text = self._main_text(chain, busy)
        if possessive:
            text = _with_possessive(text, main)
        if mention[0].is_sent_start or (mention.start and mention[0].nbor(-1).is_quote and mention[0].is_title):
            text = text[:1].upper() + text[1:]
        return None if text == mention.text else text

    def _main_text(self, chain: int, busy: frozenset[int]) -> str:
        """The main mention of a chain with the mentions inside it replaced, without a possessive at its end."""
        main = self.mains[chain]
        end = main.end - 1 if len(main) > 1 and main[-1].tag_ == "POS" else main.end
        out = []
        for source, text in self._stretches(main.start, end, busy | {chain}):
            if text is None:
                text = _as_inside(source[0]) if source.start == main.start else source.text
            out += [text, source[-1].whitespace_]
        return " ".join("".join(out[:-1]).split())


def _stays(mention: Span, main: Span) -> bool:
    """Whether a mention is left as it is: the main one, one of the same words, a reflexive pronoun."""
    same = mention.text.lower() == main.text.lower() or (mention.start, mention.end) == (main.start, main.end)
    return same or "Yes" in mention.root.morph.get("Reflex", [])


def _as_inside(token: Token) -> str:
    """A word as it is written within a sentence, of those whose capital is that of a sentence's beginning."""
    capital = token.is_sent_start and token.pos_ in ("DET", "PRON", "ADP", "NUM") and token.text != "I"
    return token.text[:1].lower() + token.text[1:] if capital else token.text


def _possessive(mention: Span) -> bool:
    last: Token = mention[-1]
    return last.tag_ in ("POS", "PRP$") or (len(mention) == 1 and "Yes" in last.morph.get("Poss", []))


def _with_possessive(text: str, main: Span) -> str:
    plural = main.root.pos_ == "NOUN" and "Plur" in main.root.morph.get("Number", []) and text.endswith("s")
    return text + ("'" if plural else "'s")


def _shifted(pieces: Sequence[Piece], offset: int, end: bool) -> int:
    """Where an offset goes; within a piece to its start, or to its end."""
    # The last piece that begins at the offset or before it; for the end of a stretch, before it.
    number = max(bisect_right(pieces, offset - end, key=lambda piece: piece.start) - 1, 0)
    piece = pieces[number]
    if piece.start < piece.end and offset - end < piece.end:
        return piece.source_end if end else piece.source_start
    return offset - piece.end + piece.source_end
