"""Comments of CoNLL-U, `# key = value`: read into one dict per sentence, and written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from conllu.parser import parse_pair_value

from corefpipe.document import Document
from corefpipe.formats.reading import genre_of

_NEWDOC = ("newdoc", "newdoc id")
_OF_DOCUMENT = (*_NEWDOC, "global.Entity", "meta::part")
_LINE_END = re.compile(r"[\r\n]+")


def read_comments(lines: Iterable[str]) -> dict[str, str]:
    """Return the comments in these lines: "" for one without a value; repeated ones joined by line ends."""
    found: dict[str, list[str]] = {}
    for line in lines:
        key, value = parse_pair_value(line[1:])
        found.setdefault(key, []).append(value or "")
    return {key: "\n".join(values) for key, values in found.items()}


def sentence_speaker(document: Document, start: int, end: int) -> str | None:
    """Return the speaker of a sentence or ""; None if the speaker changes, or a comment cannot store the name."""
    if not document.speakers:
        return ""
    speaker = document.speakers[start]
    if speaker != speaker.strip() or _LINE_END.search(speaker) or set(document.speakers[start:end]) != {speaker}:
        return None
    return speaker


class CommentWriter:
    """Writes the comments of a document's sentences.

    Args:
        document: the document.
        declaration: value of `# global.Entity`; "" for none.
        spaces: whether whitespace follows each word.
    """

    def __init__(self, document: Document, declaration: str, spaces: Sequence[bool]):
        self._document = document
        self._name = " ".join(document.name.split())
        self._spaces = spaces
        self._paragraphs = set(document.paragraph_starts or ())
        self._multiwords = {start: (end, form) for start, end, form, *_ in document.multiwords}
        self._about = {"newdoc id": self._name}
        if declaration:
            self._about["global.Entity"] = declaration
        if document.part:
            self._about["meta::part"] = str(document.part)
        told = document.sentence_metadata[0].get("meta::genre") if document.sentence_metadata else None
        if document.genre and document.genre != (told or genre_of(document.name)):
            self._about["meta::genre"] = document.genre

    def of_document(self) -> list[str]:
        """Return the comments on a document without sentences."""
        return _lines(self._about)

    def of_sentence(self, number: int, start: int, end: int) -> list[str]:
        """Return the comments on a sentence and, for the first one, on the document; they keep their order."""
        document = self._document
        metadata = document.sentence_metadata[number] if document.sentence_metadata else {}
        about = {} if number else self._about
        begins = metadata.keys() & _NEWDOC
        new = {key: value for key, value in about.items() if key not in metadata and not (key in _NEWDOC and begins)}
        if start in self._paragraphs and "newpar" not in metadata and "newpar id" not in metadata:
            new["newpar"] = ""
        comments = {} if about and begins else dict(new)
        for key, value in metadata.items():
            if about and key in _NEWDOC:
                comments["newdoc id"] = self._name
                comments.update(new)
            elif key in about:
                comments[key] = about[key]
            elif key not in _OF_DOCUMENT:
                comments[key] = value
        comments.setdefault("sent_id", f"{self._name}-{number + 1}")
        speaker = sentence_speaker(document, start, end)
        if speaker:
            comments["speaker"] = speaker
        elif document.speakers is not None:
            comments.pop("speaker", None)
        if "text" not in comments:
            comments["text"] = self._text(start, end)
        return _lines(comments)

    def _text(self, start: int, end: int) -> str:
        pieces = []
        word = start
        while word < end:
            after, form = self._multiwords.get(word, (word + 1, self._document.words[word]))
            pieces.append(form + (" " if self._spaces[after - 1] else ""))
            word = after
        return " ".join("".join(pieces).split())


def _lines(comments: dict[str, str]) -> list[str]:
    lines = []
    for key, value in comments.items():
        key = _LINE_END.sub(" ", key)
        for part in _LINE_END.split(value) if "\n" in value or "\r" in value else (value,):
            lines.append(f"# {key} = {part}".replace("#  ", "# ", 1) if part else f"# {key}".rstrip())
    return lines
