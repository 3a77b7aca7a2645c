"""Replace mentions in a text by the main mentions of their chains, with offsets that map back to the source text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from spacy.tokens import Doc, Span, Token

from corefpipe.chains.agreement import APOSTROPHES, fits
from corefpipe.document import naming_length
from corefpipe.lexicon import load_lexicon

Chains = Sequence[tuple[Span, Sequence[Span]]]  # (what names the entity, all mentions) per chain
Replaced = Literal["pronouns", "all"]
"""Which mentions are replaced: personal and possessive pronouns, or all."""
_BESIDE = ("punct", "case", "prep", "cc", "conj")
"""Relations of what may follow a pronoun that stands alone; others: "those of us who", "we Germans", "it all"."""

_QUANTIFIED = frozenset(("Neg", "Tot", "Ind"))
"""Types of pronouns and determiners that name nobody: "nobody", "every boy", "some nurse"."""
_FUNCTION, _COMMON = ("DET", "PRON", "ADP", "NUM"), ("NOUN", "ADJ", "VERB")
"""Parts of speech of words that have a capital at the start of a sentence alone; of the latter not names of peoples."""


class Piece(NamedTuple):
    """A replacement: its characters [start, end) in the rewritten text, and those that it replaces in the source."""

    start: int
    end: int
    source_start: int
    source_end: int


class ResolvedText(str):
    """A text with mentions replaced: a string whose offsets map to the source text.

    >>> text = doc._.coref.resolve()
    >>> place = text.index("Ann found")
    >>> start, end = text.to_source(place, place + 3)
    >>> doc.text[start:end]
    'She'

    Attributes:
        replaced: the replacements, in text order.
        offset: where the text begins in the source, in characters.
    """

    replaced: list[Piece]
    offset: int

    def __new__(cls, text: str, replaced: Sequence[Piece] = (), offset: int = 0) -> ResolvedText:
        """Make a text from its characters and replacements."""
        self = super().__new__(cls, text)
        self.replaced, self.offset = list(replaced), offset
        return self

    def __getnewargs__(self) -> tuple[str, list[Piece], int]:  # type: ignore[override]  # pickled and copied whole
        return str(self), self.replaced, self.offset

    def to_source(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the source of the characters [start, end); part of a replacement maps to all that it replaces."""
        return self._mapped(start, end, to_source=True)

    def from_source(self, start: int, end: int) -> tuple[int, int]:
        """Offsets here of the source's characters [start, end); part of a replaced mention maps to the replacement."""
        return self._mapped(start, end, to_source=False)

    def _mapped(self, start: int, end: int, to_source: bool) -> tuple[int, int]:
        begin = Piece(0, 0, self.offset, self.offset)
        pieces = [begin, *self.replaced]
        if not to_source:
            pieces = [Piece(p.source_start, p.source_end, p.start, p.end) for p in pieces]
        # Of the source only the part that was rewritten has offsets here.
        first, size = pieces[0].start, len(self)
        last = size if to_source else _shifted([begin, *self.replaced], size, end=True)
        if not first <= start <= end <= last:
            where = "text" if to_source else "source"
            raise ValueError(f"no characters {start} to {end} in the {where}, which has {first} to {last}")
        return _shifted(pieces, start, end=False), _shifted(pieces, end, end=end > start)


def rewrite(
    span: Span, chains: Chains, keep: Collection[tuple[int, int]], replace: Replaced = "pronouns"
) -> ResolvedText:
    """Replace mentions by the names of their chains.

    Args:
        span: the text to rewrite; offsets of the result map to the text of its Doc.
        chains: chains of the Doc whose mentions are to be replaced.
        keep: mentions that are not replaced, as (start, end) in tokens of the Doc.
        replace: "pronouns" replaces personal and possessive pronouns alone, "all" other mentions, too.
    """
    return _Writer(span.doc, chains, keep, replace).text(span)


def naming_part(mention: Span) -> Span:
    """The part of a mention that names its entity (see `naming_length`)."""
    words, head = words_and_head(mention)
    length = naming_length([word.text for word in words], [word.pos_ for word in words], head)
    return mention[: words[length - 1].i + 1 - mention.start]


def words_and_head(mention: Span) -> tuple[list[Token], int]:
    """The tokens of a mention that are no whitespace, or all if all are, and the index of the head among them."""
    words = [token for token in mention if not token.is_space] or list(mention)
    root = mention.doc[words[0].i : words[-1].i + 1].root
    return words, bisect_left([word.i for word in words], root.i)


def flat(span: Span) -> str:
    """The text of a span on one line."""
    return " ".join(span.text.split())


class _Writer:
    """Writes the tokens of a Doc, with the outermost mentions replaced."""

    def __init__(self, doc: Doc, chains: Chains, keep: Collection[tuple[int, int]], replace: Replaced):
        self.doc = doc
        self.replace = replace
        self.mains = [main for main, _ in chains]
        self.keep = keep
        # Possessives are not replaced if the language's word lists have no possessive marks.
        self.lexicon = load_lexicon(doc.lang_ or "en")
        self.apostrophe = _apostrophe(doc.text)
        self.at: dict[int, list[tuple[int, int]]] = {}  # first token -> (end, chain), longest first
        self.roots: set[tuple[int, int]] = set()  # root of a mention, and chain
        for number, (_, mentions) in enumerate(chains):
            for mention in mentions:
                self.at.setdefault(mention.start, []).append((mention.end, number))
                self.roots.add((mention.root.i, number))
        for starting in self.at.values():
            starting.sort(reverse=True)

    def text(self, span: Span) -> ResolvedText:
        """A span's text with its mentions replaced, and where each piece of it comes from."""
        out, pieces, length = [], [], 0
        for source, text in self._stretches(span.start, span.end, frozenset()):
            if text is not None:
                pieces.append(Piece(length, length + len(text), source.start_char, source.end_char))
            out += [source.text if text is None else text, source[-1].whitespace_]
            length += len(out[-2]) + len(out[-1])
        return ResolvedText("".join(out if span.end == len(self.doc) else out[:-1]), pieces, span.start_char)

    def _stretches(self, token: int, end: int, busy: frozenset[int]) -> Iterator[tuple[Span, str | None]]:
        """The tokens [token, end) in pieces: mentions with their replacements, other tokens with None.

        Args:
            token: the first token.
            end: the token after the last.
            busy: chains whose mentions are not replaced, because these tokens are part of their main mention.
        """
        # (end, chain) of mentions that are not replaced: a mention inside one of them is not replaced by it either.
        inside: list[tuple[int, int]] = []
        while token < end:
            inside = [mention for mention in inside if mention[0] > token]
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
        """The text that replaces a mention, or None if it is not replaced."""
        main = self.mains[chain]
        if (mention.start, mention.end) in self.keep or _stays(mention, main) or not fits(mention, main):
            return None
        if flat(mention).lower() in self.lexicon.reciprocals or _is_quantified(mention):
            return None
        root = mention.root
        if root.dep_ == "appos" and (root.head.i, chain) in self.roots:  # "Ann, the nurse", not "Ann, Ann"
            return None
        if not _is_apart(mention) or (self.replace == "pronouns" and not self._is_pronoun(mention)):
            return None
        possessive = self._is_possessive(mention)
        if possessive and not self.lexicon.possessive_marks:
            return None
        text = self._main_text(chain, busy)
        clitic = _clitic(mention)  # "Ann's here", not "My old friend's here", "Ann've seen it"
        if clitic and (clitic not in self.lexicon.possessive_marks or len(text.split()) > 1):
            return None
        if flat(mention).lower() in self.lexicon.place_adverbs:
            preposition = self._preposition(mention, main)
            if preposition is None:
                return None
            text = f"{preposition} {text}".lstrip()
        if possessive:
            text += self._possessive_mark(mention, main, text)
        opens_quote = mention.start and mention[0].nbor(-1).is_quote and mention[0].is_title
        if not busy and (mention[0].is_sent_start or opens_quote):
            text = text[:1].upper() + text[1:]
        return None if text == flat(mention) else text

    def _is_pronoun(self, mention: Span) -> bool:
        """Whether a mention is a personal or possessive pronoun that stands alone."""
        if len(mention) > 1:
            return False
        token = mention[0]
        if any(child.i > token.i and child.dep_ not in _BESIDE for child in token.children):
            return False
        known = self.lexicon.pronouns.get(token.text.lower())
        if known is not None:
            return bool(known.kinds & {"personal", "possessive"}) and token.dep_ != "det"
        return "Prs" in token.morph.get("PronType", [])

    def _is_possessive(self, mention: Span) -> bool:
        last: Token = mention[-1]
        if last.tag_ in ("POS", "PRP$"):
            return True
        known = self.lexicon.pronouns.get(last.text.lower())
        alone = "Yes" in last.morph.get("Poss", []) or (known is not None and known.kinds == {"possessive"})  # "hers"
        return len(mention) == 1 and alone

    def _preposition(self, mention: Span, main: Span) -> str | None:
        """What stands before the name of a place that replaces "there"; "" after a preposition, None if it is unknown.

        It is that of a goal after a verb of motion, else the one with which the name itself is written.
        """
        adverb = mention.root
        if adverb.dep_ == "pobj" or any(child.dep_ in ("case", "prep") for child in adverb.children):
            return ""
        if adverb.head.lemma_ in self.lexicon.motion_verbs:
            return next(iter(self.lexicon.goal_prepositions), None)
        before = main.doc[main.start - 1].text.lower() if main.start else ""
        return before if before in self.lexicon.standing_prepositions else None

    def _main_text(self, chain: int, busy: frozenset[int]) -> str:
        """The main mention of a chain, with the mentions inside it replaced and without a final possessive mark."""
        main = self.mains[chain]
        out = []
        for source, text in self._stretches(main.start, main.end, busy | {chain}):
            if text is None:
                text = self._as_inside(source[0]) if source.start == main.start else source.text
            out += [text, source[-1].whitespace_]
        return " ".join("".join(out[:-1]).split())

    def _as_inside(self, token: Token) -> str:
        """The first token of a name inside a sentence: "the" for "a", and no capital of a sentence's beginning."""
        the = self.lexicon.definite_articles
        if len(the) == 1 and self.lexicon.definiteness(token.text.lower()) == "indefinite":
            return next(iter(the))
        common = token.pos_ in _COMMON and token.text.lower() not in self.lexicon.demonyms and token.text[1:].islower()
        capital = token.is_sent_start and (common or token.pos_ in _FUNCTION) and token.text != "I"
        if not capital or _in_capitals(token):
            return token.text
        return token.text[:1].lower() + token.text[1:]

    def _possessive_mark(self, mention: Span, main: Span, text: str) -> str:
        """What makes the text of a main mention possessive where a mention is replaced, as it is written there."""
        if _is_plural(main) and text.lower().endswith("s"):
            return self.apostrophe
        return self.apostrophe + ("S" if text.isupper() and _in_capitals(mention) else "s")


def _stays(mention: Span, main: Span) -> bool:
    """Whether a mention is never replaced: the main one, the same words, a reflexive, "my" in "My name is Tom"."""
    same = flat(naming_part(mention)).lower() == flat(main).lower() or mention.start == main.start
    told = any(child.dep_ == "cop" for child in main.root.children) and main.root.is_ancestor(mention.root)
    return same or told or "Yes" in mention.root.morph.get("Reflex", [])


def _is_quantified(mention: Span) -> bool:
    """Whether a mention names nobody: "nobody", "every boy", "some nurse"."""
    determiners = [word for word in mention if word.dep_ == "det" and word.head == mention.root]
    return any(_QUANTIFIED.intersection(word.morph.get("PronType", [])) for word in (mention.root, *determiners))


def _is_apart(mention: Span) -> bool:
    """Whether a name can be written in place of a mention: not in "let's", and not in "…, isn't it?"."""
    doc, end = mention.doc, mention.end
    if mention.start and not doc[mention.start - 1].whitespace_ and doc[mention.start - 1].text[-1].isalnum():
        return False
    if end == len(doc):
        return True
    after = doc[end]
    return not (after.text == "?" and mention.start and doc[mention.start - 1].pos_ in ("AUX", "PART"))


def _clitic(mention: Span) -> str:
    """The verb that is tied to a mention, as in "they're" and "He's", in lower case; "" if there is none."""
    after = mention.doc[mention.end] if mention.end < len(mention.doc) else None
    is_tied = after is not None and not mention[-1].whitespace_ and after.text[:1] in APOSTROPHES and len(after) > 1
    return after.text.lower() if after is not None and is_tied else ""


def _is_plural(main: Span) -> bool:
    return main.root.pos_ in ("NOUN", "PROPN") and "Plur" in main.root.morph.get("Number", [])


def _in_capitals(place: Span | Token) -> bool:
    """Whether the sentence of a place has no letters but capitals."""
    around = place.sent if place.doc.has_annotation("SENT_START") else place.doc
    return around.text.isupper()


def _apostrophe(text: str) -> str:
    """The apostrophe of a text: the curly one if its quotation marks and apostrophes are rather curly."""
    curly, straight = (sum(map(text.count, marks)) for marks in ("’“”", "'\""))
    return "’" if curly > straight else "'"


def _shifted(pieces: Sequence[Piece], offset: int, end: bool) -> int:
    """Map an offset by the pieces; inside a piece to the start, or end, of what it stands for."""
    # The last piece that begins at the offset or before it; for the end of a range, before it.
    number = max(bisect_right(pieces, offset - end, key=lambda piece: piece.start) - 1, 0)
    piece = pieces[number]
    if piece.start < piece.end and offset - end < piece.end:
        return piece.source_end if end else piece.source_start
    return offset - piece.end + piece.source_end
