"""JSON lines as e2e-coref made them common: one document a line.

    {"doc_key": "bc/cctv/00/cctv_0001_0", "part": 0, "sentences": [["I", "see", "me"]], "speakers": [["", "", ""]],
     "clusters": [[[0, 0], [2, 2]]]}

`clusters` holds [first, last] word of each mention, both inclusive, counted over all sentences. `doc_key` ends in the
part, as e2e-coref's evaluation expects; where the field `part` (ours) is missing, the whole key is the name. Entities
are numbered by their place in `clusters`. Types, heads and all other columns have no place in this format; of a
discontinuous mention the whole span is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any, TextIO

from corefpipe.document import Document, Mention, Origin, sort_mentions
from corefpipe.errors import FormatError
from corefpipe.formats.brackets import Span
from corefpipe.formats.files import check_utf8, lines_of
from corefpipe.formats.reading import Place, Reading, genre_of, settle_repeats


def read_lines(lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
    """The documents of JSON lines; empty lines are passed over."""
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


def write_document(document: Document, stream: TextIO) -> None:
    """Writes a document as one line."""
    sentences = document.sentences()
    record: dict[str, Any] = {
        "doc_key": f"{document.name}_{document.part}",
        "part": document.part,
        "sentences": [document.words[start:end] for start, end in sentences],
    }
    if document.speakers is not None:
        record["speakers"] = [document.speakers[start:end] for start, end in sentences]
    record["clusters"] = [[[m.start, m.end - 1] for m in chain] for chain in document.chains().values()]
    stream.write(json.dumps(record, ensure_ascii=False) + "\n")


def _parse(line: str, number: int, source: str, reading: Reading) -> Document:
    check_utf8([line], Place(source), number)
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Place(source).error(f"no valid JSON ({error})", "Write one JSON object a line", number) from None
    key = record.get("doc_key") if isinstance(record, dict) else None
    if not isinstance(key, str):
        raise Place(source).error("no object with a `doc_key`", 'Write {"doc_key": "name", "sentences": …}', number)
    place = Place(source, key)
    part = record.get("part")
    if part is not None and (type(part) is not int or part < 0):
        raise place.error(f"`part` is {part!r}", "Write a whole number from 0", number)
    sentences = _strings(record.get("sentences"), "sentences", place, number)
    words = [word.strip() or "_" for sentence in sentences for word in sentence]
    speakers = None
    if "speakers" in record:
        nested = _strings(record["speakers"], "speakers", place, number)
        if [len(sentence) for sentence in nested] != [len(sentence) for sentence in sentences]:
            raise place.error("`speakers` and `sentences` differ in length", "Give each word one speaker", number)
        flat = ["" if speaker == "-" else speaker for sentence in nested for speaker in sentence]
        speakers = flat if any(flat) else None
    name = key.removesuffix(f"_{part}") if part is not None else key
    filled = [len(sentence) for sentence in sentences if sentence]
    spans = settle_repeats(_spans(record.get("clusters", []), len(words), place, number), words, place, reading)
    return Document(
        name=name,
        part=part or 0,
        words=words,
        sentence_starts=[0, *accumulate(filled[:-1])] if filled else [],
        mentions=sort_mentions([Mention(span.start, span.end, span.entity) for span in spans]),
        speakers=speakers,
        genre=genre_of(name),
        origin=Origin(source, number),
    )


def _strings(value: Any, field: str, place: Place, number: int) -> list[list[str]]:
    if not isinstance(value, list) or not all(
        isinstance(sentence, list) and all(isinstance(item, str) for item in sentence) for sentence in value
    ):
        raise place.error(f"`{field}` is no list of lists of strings", 'Write [["A", "sentence"], …]', number)
    try:
        "".join(item for sentence in value for item in sentence).encode()
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise place.error(f"`{field}` holds half a character, {half}", "Write both halves, or none", number) from None
    return value


def _spans(clusters: Any, words: int, place: Place, number: int) -> list[Span]:
    if not isinstance(clusters, list) or not all(isinstance(cluster, list) for cluster in clusters):
        raise place.error("`clusters` is no list of lists", "Write [[[first, last], …], …]", number)
    spans = []
    for entity, cluster in enumerate(clusters):
        for pair in cluster:
            valid = isinstance(pair, list) and len(pair) == 2 and all(type(index) is int for index in pair)
            if not valid or not 0 <= pair[0] <= pair[1] < words:
                raise place.error(
                    f"the mention {json.dumps(pair)} is no pair of words of the {words} in the document",
                    "Write [first, last], both inclusive and counted from 0 over all sentences",
                    number,
                )
            spans.append(Span(pair[0], pair[1] + 1, str(entity), number))
    return spans
