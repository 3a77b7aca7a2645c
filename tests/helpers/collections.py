"""A small collection of resolved documents, written with chains in brackets."""

from __future__ import annotations

import re

from corefpipe.document import Document, Mention

_PIECE = re.compile(r"\[(\w+):([^\]]+)\]|(\S+)")


def marked(name: str, text: str) -> Document:
    """A document of tokens and of mentions `[chain:words]`; a sentence ends after a full stop."""
    words: list[str] = []
    mentions: list[Mention] = []
    for chain, span, word in _PIECE.findall(text):
        start = len(words)
        words += span.split() if chain else [word]
        if chain:
            mentions.append(Mention(start, len(words), chain, len(words) - 1))
    starts = [0, *(place + 1 for place, word in enumerate(words[:-1]) if word == ".")]
    return Document(name, words=words, sentence_starts=starts, mentions=mentions)


def news() -> list[Document]:
    """Six documents on two topics, with people of one surname."""
    return [
        marked("a", "[1:Barack Obama] visited [2:Berlin] . [3:The chancellor] met [1:the president] for talks ."),
        marked("b", "[1:President Obama] came to [2:Berlin] for talks . [1:He] met [3:Angela Merkel] there ."),
        marked("c", "[1:Michelle Obama] wrote [2:a book] . [1:She] sold [2:it] to [3:Penguin Random House] ."),
        marked("d", "[1:Penguin Random House] printed [2:the book] by [3:Michelle Obama] . [3:Obama] signed it ."),
        marked("e", "[1:Chancellor Merkel] said that [1:she] liked the talks with [2:Obama] in [3:Berlin] ."),
        marked("f", "[1:The band] played in [2:Springfield] . [1:It] won [3:a prize] ."),
    ]
