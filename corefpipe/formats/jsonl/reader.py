"""Reader of JSON lines, one document per line, in the format of e2e-coref and of related programs.

    {"doc_key": "bc/cctv/00/cctv_0001_0", "part": 0, "sentences": [["I", "see", "me"]], "speakers": [["", "", ""]],
     "clusters": [[[0, 0], [2, 2]]]}

Fields that are read, and the programs that write them:

- `doc_key` (e2e-coref, s2e, fastcoref) or `id` (PreCo): the name. It is required except with `text`: fastcoref's output
  has no names; its documents are named after the file, with the line number.
- `part` (ours): the part. `doc_key` ends in it, as e2e-coref's evaluation expects; without `part` the whole key is the
  name.
- `sentences` (e2e-coref, s2e, PreCo): the words of each sentence.
- `tokens` (fastcoref's training data): the words, if there are no `sentences`.
- `text` (fastcoref's output): the text, if there is neither; it is tokenized by spaCy.
- `sentence_map` (SpanBERT's coref and what follows it): number of the sentence of each word; `sentences` are
  segments then.
- `speakers` (e2e-coref, s2e, fastcoref): speaker of each word, nested as the sentences or flat; "-" for none.
- `clusters` (all but PreCo): [first, last] word of each mention, inclusive, counted over all sentences. With `text`,
  [start, end) in characters, the end exclusive.
- `mention_clusters` (PreCo): [sentence, first, end), in words of that sentence, the end exclusive.
- `antecedents` (ours): for each mention of the clusters the earlier mention of its cluster that a resolver linked it
  to, written as it is there, or null: `[[null, [0, 0]]]`.
- `quotations` (ours): what is said, and by whom (`quotations.py`); read if `clusters` counts words.

All others are ignored: `constituents`, `ner`, `pronouns`, `subtoken_map`, `clusters_strings` …. With a `subtoken_map`,
words are word pieces, and are not joined. A sentence of one blank starts a paragraph (PreCo). A blank word is read as
`_`. Entities are numbered by their index in the clusters.

The writer writes `doc_key`, `part`, `sentences`, `speakers` if known, `clusters`, and `antecedents` and
`quotations` if any are known. Types, heads and all other columns are lost; a discontinuous mention is written as its
whole span.

Sources: `minimize.py` in github.com/kentonl/e2e-coref; `coref_dataset.py` and `modeling.py` in
github.com/shon-otmazgin/fastcoref; preschool-lab.github.io/PreCo.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, count
from sys import intern
from typing import Any

from corefpipe.document import Document, Mention, Origin, sort_mentions
from corefpipe.exceptions import FormatError
from corefpipe.formats.brackets import short
from corefpipe.formats.files import check_utf8, lines_of
from corefpipe.formats.jsonl.antecedents import read_antecedents
from corefpipe.formats.jsonl.quotations import read_quotations
from corefpipe.formats.reading import MAX_PART, Place, Reading, genre_of
from corefpipe.formats.spans import Span, settle_repeats
from corefpipe.formats.tokens import Words, tokenize
from corefpipe.utils.json_text import parse_json


def read_lines(lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
    """Yield the documents of JSON lines; empty lines are skipped."""
    filled = False
    for number, line in enumerate(lines_of(lines), 1):
        if line.isspace():
            continue
        filled = True
        try:
            document = _parse(line, number, source, reading)
        except FormatError as error:
            reading.refuse(error)
        else:
            yield document
    if not filled:
        reading.refuse_empty(source)


@dataclass(slots=True)
class _Body:
    """The words of a record, and what its clusters count.

    Attributes:
        found: the words; offsets and spaces only of a text.
        lengths: number of words in each of the `sentences`; None without these.
        text: the text, if clusters are in its characters.
    """

    found: Words
    lengths: list[int] | None = None
    text: str | None = None


def _parse(line: str, number: int, source: str, reading: Reading) -> Document:
    check_utf8([line], Place(source), number)
    try:
        record = parse_json(line)
    except (ValueError, RecursionError) as error:
        raise Place(source).error(
            f"the line is not valid JSON ({error})", "Write one JSON object per line", number
        ) from None
    name, part, place = _name(record, source, number, reading)
    body = _body(record, place, number, reading)
    found, text = body.found, body.text
    clusters = record.get("clusters", record.get("mention_clusters", []))
    if "mention_clusters" in record and "clusters" not in record:
        spans = _sentence_spans(clusters, body.lengths or [], place, number)
    elif text is None:
        spans = _spans(clusters, len(found.words), place, number)
    else:
        spans = _character_spans(clusters, text, found, place, number, reading)
    spans = settle_repeats(spans, found.words, place, reading)
    antecedents = read_antecedents(record["antecedents"], clusters, place, number) if "antecedents" in record else []
    quotations = []
    if "quotations" in record and "clusters" in record and text is None:
        quotations = read_quotations(record["quotations"], len(clusters), len(found.words), place, number)
    mentions = sort_mentions(_with_antecedents(spans, antecedents))
    return Document(
        name=name,
        part=part,
        words=found.words,
        sentence_starts=found.sentence_starts,
        mentions=mentions,
        text=text or "",
        offsets=None if text is None else found.offsets,
        spaces=None if text is None else found.spaces,
        paragraph_starts=found.paragraph_starts or None,
        speakers=_speakers(record, body, place, number) if text is None else None,
        genre=genre_of(name),
        quotations=quotations,
        origin=Origin(source, number),
    )


def _name(record: Any, source: str, number: int, reading: Reading) -> tuple[str, int, Place]:
    if not isinstance(record, dict):
        record = {}
    key = record.get("doc_key", record.get("id"))
    if key is None and "text" in record and not {"sentences", "tokens"} & set(record):
        key = f"{reading.named_after(source)}_{number}"
    if not isinstance(key, str):
        raise Place(source).error(
            "the line is not an object with a `doc_key`", 'Write {"doc_key": "name", "sentences": …}', number
        )
    place = Place(source, key)
    part = record.get("part")
    if part is not None and (type(part) is not int or not 0 <= part <= MAX_PART):
        raise place.error(f"`part` is {short(repr(part))}", f"Write a whole number from 0 to {MAX_PART}", number)
    return (key.removesuffix(f"_{part}") if part is not None else key), part or 0, place


def _body(record: dict[str, Any], place: Place, number: int, reading: Reading) -> _Body:
    if "text" in record and not {"sentences", "tokens"} & set(record):
        text = record["text"]
        if not isinstance(text, str):
            raise place.error("`text` is not a string", "Write the text, or its words in `tokens`", number)
        _check_whole([text], "text", place, number)
        return _Body(tokenize(text, place, reading, number), text=text)
    if "tokens" in record and "sentences" not in record:
        sentences = _strings([record["tokens"]], "tokens", place, number)
    else:
        sentences = _strings(record.get("sentences"), "sentences", place, number)
    found = Words()
    separated = False
    # PreCo has a sentence of one blank between paragraphs. Elsewhere clusters count such words too.
    blanks = "mention_clusters" in record
    for sentence in sentences:
        if blanks and sentence == [" "]:
            separated = True
            continue
        if sentence and "sentences" in record:
            found.sentence_starts.append(len(found.words))
            if separated:
                found.paragraph_starts.append(len(found.words))
                separated = False
        found.words += [intern(word.strip() or "_") for word in sentence]
    if found.paragraph_starts and found.paragraph_starts[0]:
        found.paragraph_starts.insert(0, 0)
    if "sentence_map" in record:
        found.sentence_starts = _mapped(record["sentence_map"], len(found.words), place, number)
    lengths = [0 if blanks and sentence == [" "] else len(sentence) for sentence in sentences]
    return _Body(found, lengths if "sentences" in record else None)


def _mapped(numbers: Any, words: int, place: Place, number: int) -> list[int]:
    """Return the words at which the number of the sentence changes."""
    if not isinstance(numbers, list) or len(numbers) != words or not all(type(item) is int for item in numbers):
        raise place.error(
            f"`sentence_map` is not a list of {words} numbers", "Give each word the number of its sentence", number
        )
    return [word for word in range(words) if not word or numbers[word] != numbers[word - 1]]


def _speakers(record: dict[str, Any], body: _Body, place: Place, number: int) -> list[str] | None:
    value = record.get("speakers")
    if not value:
        return None
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        nested, fits = _strings([value], "speakers", place, number), len(value) == len(body.found.words)
    else:
        nested = _strings(value, "speakers", place, number)
        lengths = [len(sentence) for sentence in nested]
        fits = lengths == body.lengths if body.lengths is not None else sum(lengths) == len(body.found.words)
    if not fits:
        raise place.error("`speakers` and the words differ in number", "Give each word one speaker", number)
    flat = ["" if speaker == "-" else speaker for sentence in nested for speaker in sentence]
    return flat if any(flat) else None


def _strings(value: Any, field: str, place: Place, number: int) -> list[list[str]]:
    if not isinstance(value, list) or not all(
        isinstance(sentence, list) and all(isinstance(item, str) for item in sentence) for sentence in value
    ):
        right = '["the", "words"]' if field == "tokens" else '[["A", "sentence"], …]'
        kind = "list of strings" if field == "tokens" else "list of lists of strings"
        raise place.error(f"`{field}` is not a {kind}", f"Write {right}", number)
    _check_whole((item for sentence in value for item in sentence), field, place, number)
    return value


def _check_whole(texts: Iterable[str], field: str, place: Place, number: int) -> None:
    try:
        "".join(texts).encode()
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise place.error(
            f"`{field}` contains half of a surrogate pair, {half}", "Write both halves or none", number
        ) from None


def _with_antecedents(spans: Iterable[Span], antecedents: Sequence[int]) -> list[Mention]:
    """The mentions; antecedents that were left out, such as repeated spans, are dropped.

    Args:
        spans: the mentions, in `fields` the ordinal of each in the clusters.
        antecedents: ordinal of the antecedent of each mention of the clusters, -1 for none; empty if none are known.
    """
    mentions = {int(span.fields): Mention(span.start, span.end, span.entity) for span in spans}
    for ordinal, antecedent in enumerate(antecedents):
        if ordinal in mentions and antecedent in mentions:
            mentions[ordinal].antecedent = mentions[antecedent].span
    return list(mentions.values())


def _mentions(clusters: Any, field: str, place: Place, number: int) -> Iterator[tuple[str, str, Any]]:
    """Yield (number of the cluster, ordinal in all clusters, the mention as it is written) for each mention."""
    if not isinstance(clusters, list) or not all(isinstance(cluster, list) for cluster in clusters):
        raise place.error(f"`{field}` is not a list of lists", "Write [[[first, last], …], …]", number)
    ordinal = count()
    for entity, cluster in enumerate(clusters):
        yield from ((str(entity), str(next(ordinal)), mention) for mention in cluster)


def _whole_numbers(mention: Any, count: int) -> bool:
    return isinstance(mention, list) and len(mention) == count and all(type(index) is int for index in mention)


def _spans(clusters: Any, words: int, place: Place, number: int) -> list[Span]:
    spans = []
    for entity, ordinal, pair in _mentions(clusters, "clusters", place, number):
        if not _whole_numbers(pair, 2) or not 0 <= pair[0] <= pair[1] < words:
            raise place.error(
                f"the mention {short(json.dumps(pair))} is not a pair of the {words} words in the document",
                "Write [first, last], both inclusive and counted from 0 over all sentences",
                number,
            )
        spans.append(Span(pair[0], pair[1] + 1, entity, number, ordinal))
    return spans


def _character_spans(clusters: Any, text: str, found: Words, place: Place, number: int, reading: Reading) -> list[Span]:
    spans = []
    for entity, ordinal, pair in _mentions(clusters, "clusters", place, number):
        if not _whole_numbers(pair, 2) or not 0 <= pair[0] < pair[1] <= len(text):
            raise place.error(
                f"the mention {short(json.dumps(pair))} is not a pair of the {len(text)} characters in the text",
                "Write [start, end], counted from 0, the end exclusive",
                number,
            )
        words = found.span(text, pair[0], pair[1], place, reading)
        if words is not None:
            spans.append(Span(*words, entity, number, ordinal))
    return spans


def _sentence_spans(clusters: Any, lengths: list[int], place: Place, number: int) -> list[Span]:
    starts = [0, *accumulate(lengths)]
    spans = []
    for entity, ordinal, triple in _mentions(clusters, "mention_clusters", place, number):
        valid = _whole_numbers(triple, 3) and 0 <= triple[0] < len(lengths)
        if not valid or not 0 <= triple[1] < triple[2] <= lengths[triple[0]]:
            raise place.error(
                f"the mention {short(json.dumps(triple))} is not a sentence and words in it",
                "Write [sentence, first, end], counted from 0, the end exclusive",
                number,
            )
        start = starts[triple[0]]
        spans.append(Span(start + triple[1], start + triple[2], entity, number, ordinal))
    return spans
