"""LitBank's documents with their quotations and speakers, and the paragraphs of the novels that they are from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from corefpipe import read
from corefpipe.constructions.phrases import preposition_of
from corefpipe.constructions.sayings import sayings
from corefpipe.document import Document
from corefpipe.features import MentionTable
from corefpipe.parsing.parse import Parse
from corefpipe.quotations.candidates import Person, Scene

_QUOTES = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'", "_": None})
_PROBE = 12
"""Words by which the beginning of a document is found in its novel."""
_SKIPPED = 60
"""Words at the beginning of a document that its novel may lack."""
_GAP = 40
"""Characters that the novel may have between two words of the document."""
_REPORTS = frozenset({"news", "press", "sport", "obituary", "wiki"})
"""First words of the kinds of written texts that report what people said."""
_I = frozenset({"i", "me", "my", "mine", "myself"})
_YOU = frozenset({"you", "your", "yours", "yourself", "thou", "thee", "thy", "thine", "thyself", "ye"})

Span = tuple[int, int]


@dataclass(frozen=True)
class Quoted:
    """A document with quotations.

    Attributes:
        document: words with paragraphs, chains.
        quotations: (first, last word, speaker or None) of each quotation, in text order.
        speakers: the (start, end) of the mentions of each speaker.
        addressed: place of a word "you", "your" … -> the (start, end) of the mentions of its chain; of nothing if the
            chain has no other words, so that the text does not mention the addressee.
        speaking: the same for words "I", "my" …, where no speakers are listed.
    """

    document: Document
    quotations: list[tuple[int, int, str | None]]
    speakers: dict[str, list[Span]]
    addressed: dict[int, list[Span]]
    speaking: dict[int, list[Span]] = field(default_factory=dict)


def quoted(corpora: Path, part: str) -> Iterator[Quoted]:
    """The documents of "train" or "dev"."""
    documents = {one.name: one for one in read(corpora / "litbank" / part, repeats="first")}
    for path in sorted((corpora / "litbank-quotes" / part).glob("*.json")):
        found = json.loads(path.read_text(encoding="utf-8"))
        document = documents[found["doc"]]
        starts = document.sentence_starts

        def word(place: Sequence[int], starts: Sequence[int] = starts) -> int:
            return starts[place[0]] + place[1]

        novel = (corpora / "novels" / f"{path.stem}.txt").read_text(encoding="utf-8", errors="replace")
        yield Quoted(
            replace(document, paragraph_starts=paragraph_starts(document.words, novel)),
            [(word(one["start"]), word(one["end"]), one["speaker"]) for one in found["quotes"]],
            {
                speaker: [(starts[sentence] + first, starts[sentence] + last + 1) for sentence, first, last in mentions]
                for speaker, mentions in found["speakers"].items()
            },
            _chains_of(document, _YOU) | _addressed_elsewhere(document),
        )


def chained(documents: Iterable[Document]) -> Iterator[Quoted]:
    """Documents whose quotations have the speakers that the chains of "I" show, without a list of quotations."""
    for document in documents:
        if not any(document.speakers or ()):
            addressed = _chains_of(document, _YOU) | _addressed_elsewhere(document)
            yield Quoted(document, [], {}, addressed, _chains_of(document, _I))


def _chains_of(document: Document, words: frozenset[str]) -> dict[int, list[Span]]:
    """Place of each of these words -> the (start, end) of the mentions of its chain, if it has others, too."""
    found = {}
    for mentions in document.chains().values():
        spans = [(mention.start, mention.end) for mention in mentions]
        own = [start for start, end in spans if _is_one_of(document, words, start, end)]
        if len(own) < len(spans):
            found |= dict.fromkeys(own, spans)
    return found


def _addressed_elsewhere(document: Document) -> dict[int, list[Span]]:
    """Place of each word of the second person whose chain has no other words -> no mentions."""
    chains = ([(mention.start, mention.end) for mention in mentions] for mentions in document.chains().values())
    only = (spans for spans in chains if all(_is_one_of(document, _YOU, *span) for span in spans))
    return {start: [] for spans in only for start, _ in spans}


def _is_one_of(document: Document, words: frozenset[str], start: int, end: int) -> bool:
    return end == start + 1 and document.words[start].lower() in words


def paragraph_starts(words: Sequence[str], novel: str) -> list[int]:
    """Index of the first word of each paragraph: a blank line in the novel is before it.

    Raises:
        ValueError: the novel does not have the document's words.
    """
    starts, before = [0], len(novel)
    for number, start, end in word_places(words, novel):
        if number and "\n\n" in novel[before:start]:
            starts.append(number)
        before = end
    return starts


def word_places(words: Sequence[str], novel: str) -> Iterator[tuple[int, int, int]]:
    """(number, start, end) of the words of a document in its novel, without those that the novel lacks.

    Raises:
        ValueError: the novel does not have the document's words.
    """
    places = [place for place, character in enumerate(novel) if not character.isspace() and character != "_"]
    flat = "".join(novel[place] for place in places).translate(_QUOTES)
    plain = [word.replace("``", '"').replace("''", '"').translate(_QUOTES) for word in words]
    begins = ((flat.find("".join(plain[k : k + _PROBE])), k) for k in range(_SKIPPED))
    at, first = next((found for found in begins if found[0] >= 0), (-1, 0))
    if at < 0:
        raise ValueError(f"the novel lacks {' '.join(words[:_PROBE])!r}")
    for number, word in enumerate(plain[first:], first):
        place = flat.find(word, at, at + _GAP + len(word))
        if place < 0 or not word:
            continue
        at = place + len(word)
        yield number, places[place], places[at - 1] + 1


def speakers_of(text: Quoted, table: MentionTable) -> dict[int, list[Span]]:
    """Number of each quotation that was found -> the mentions of its speaker in the key."""
    number, found = table.quotes.number, _by_number(text.speaking, table)
    for first, last, speaker in text.quotations:
        inside = (number[word] for word in range(first, last + 1) if number[word] >= 0)
        quotation = next(inside, -1)
        if quotation >= 0:
            found.setdefault(quotation, text.speakers.get(speaker or "", []))
    return found


def addressees_of(text: Quoted, table: MentionTable) -> dict[int, list[Span]]:
    """Number of each quotation with a word of the second person -> the mentions of its chain."""
    return _by_number(text.addressed, table)


def to_nobody(text: Quoted, table: MentionTable) -> dict[int, list[Span]]:
    """Number of each quotation of a report, without a word of the second person -> no mentions.

    Who is quoted in the news, a press release, an obituary or an article talks to a reporter, whom the text does not
    mention. Of the 112 in the written training texts, which were read, one or two are told to a person of the text.
    """
    if text.document.genre.split("-")[0] not in _REPORTS:
        return {}
    number, words = table.quotes.number, text.document.words
    has_you = {number[place] for place, word in enumerate(words) if word.lower() in _YOU}
    return {quotation: [] for quotation in set(number) - has_you - {-1}}


def told_to(scene: Scene) -> dict[int, list[Span]]:
    """Number of each quotation -> the mention of the addressee beside its verb of saying: “Go,” said Ann to Tom."""
    parse, found = scene.parse, dict[int, list[Span]]()
    people = {one.head: one for one in scene.people}
    for number, verb in sayings(parse, scene.table.quotes).items():
        for child in parse.children[verb]:
            addressed = preposition_of(parse, child) in parse.lexicon.addressee_prepositions
            if child in people and parse.deps[child] in ("obl", "iobj") and (addressed or parse.deps[child] == "iobj"):
                found[number] = [(people[child].start, people[child].end)]
    return found


def _by_number(chains: dict[int, list[Span]], table: MentionTable) -> dict[int, list[Span]]:
    """Number of a quotation -> the chain of the first of these words in it."""
    number, found = table.quotes.number, dict[int, list[Span]]()
    for word, spans in sorted(chains.items()):
        if number[word] >= 0:
            found.setdefault(number[word], spans)
    return found


def is_mention(spans: Iterable[Span], person: Person, parse: Parse) -> bool:
    """Whether a person is one of these mentions: the head is that of the mention, "sister" of "her sister", not "her".

    A coordination is only a mention that has several conjuncts, too: nobody is "Tom and Ann" but both.
    """
    head, several = person.head, person.kind == "coordination"
    around = [(start, end) for start, end in spans if start <= head < end]
    return any(
        (parse.heads[head] == head or not start <= parse.heads[head] < end)
        and several == any(parse.deps[child] == "conj" and start <= child < end for child in parse.children[head])
        for start, end in around
    )
