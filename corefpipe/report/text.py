"""The chains of a document as plain text, each mention in its sentence."""

from __future__ import annotations

from corefpipe.document import Document, Mention
from corefpipe.utils.text import counted


def chains_text(document: Document, width: int = 100) -> str:
    """Every chain in order of first mention: its main mention, then each mention in its sentence.

    >>> from corefpipe.report import chains_text
    >>> print(chains_text(document))
    text: 2 chains, 5 mentions
    <BLANKLINE>
    [1] Ann  (3)
         1  [Ann] lost her keys.
         1  Ann lost [her] keys.
         2  [She] found them.
    <BLANKLINE>
    [2] her keys  (2)
         1  Ann lost [her keys].
         2  She found [them].

    Args:
        document: a resolved document.
        width: characters a line; longer sentences are cut around the mention.
    """
    chains = document.chains()
    count = f"{counted(len(chains), 'chain')}, {counted(len(document.mentions), 'mention')}"
    lines = [f"{document}: {count}" if document.name else count]
    sentences = document.sentences()
    for number, mentions in enumerate(chains.values(), 1):
        lines += ["", f"[{number}] {document.chain_name(mentions)}  ({len(mentions)})"]
        lines += [in_sentence(document, mention, width, sentences) for mention in mentions]
    return "\n".join(lines)


def in_sentence(
    document: Document,
    mention: Mention,
    width: int,
    sentences: list[tuple[int, int]] | None = None,
    second: Mention | None = None,
) -> str:
    """One line: the number of the sentence, and the sentence with the mention in brackets, cut to a width.

    Args:
        document: the document.
        mention: one of its mentions.
        width: characters.
        sentences: the document's sentences, for callers that show many mentions.
        second: another mention after it in the sentence, which is in brackets too.
    """
    sentences = document.sentences() if sentences is None else sentences
    number = document.sentence_of(mention.start)
    start, end = sentences[number]
    # More words than there is room for, but not all of a sentence that may be a whole document.
    last = second.end if second else mention.end
    start, end = max(start, mention.start - 2 * width), min(max(end, last), last + 2 * width)
    before = _flat(document.surface(Mention(start, mention.start))) if mention.start > start else ""
    after = _flat(document.surface(Mention(last, end))) if last < end else ""
    before += _gap(document, mention.start) if before else ""
    after = (_gap(document, last) if after else "") + after
    label = f"{number + 1:>6}  "
    inner = f"[{_flat(document.surface(mention))}]"
    if second:
        between = Mention(mention.end, second.start)
        gaps = [_gap(document, word) for word in (between.start, between.end)]
        inner += f"{gaps[0]}{_flat(document.surface(between))}{gaps[1] if between.start < between.end else ''}"
        inner += f"[{_flat(document.surface(second))}]"
    room = max(width - len(label) - len(inner), 30)
    left = min(len(before), max(room // 2, room - len(after)))
    before = before if len(before) <= left else "…" + before[len(before) - left + 1 :]
    after = after if len(after) <= room - left else after[: room - left - 1] + "…"
    return label + before + inner + after


def _gap(document: Document, word: int) -> str:
    return " " if document.spaces is None or document.spaces[word - 1] else ""


def _flat(text: str) -> str:
    return " ".join(text.split())
