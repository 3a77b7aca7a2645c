"""The chains of a document as plain text, each mention in its sentence."""

from __future__ import annotations

from corefpipe.document import Document, Mention

_NAMES = ("PROPN", "NNP", "NNPS")


def chains_text(document: Document, width: int = 100) -> str:
    """Every chain in order of first mention: its main mention, then each mention in its sentence.

    Args:
        document: a resolved document.
        width: characters a line; longer sentences are cut around the mention.
    """
    chains = document.chains()
    count = f"{_count(len(chains), 'chain')}, {_count(len(document.mentions), 'mention')}"
    lines = [f"{document}: {count}" if document.name else count]
    sentences = document.sentences()
    for number, mentions in enumerate(chains.values(), 1):
        lines += ["", f"[{number}] {_flat(document.surface(main_mention(document, mentions)))}  ({len(mentions)})"]
        lines += [_in_sentence(document, sentences, mention, width) for mention in mentions]
    return "\n".join(lines)


def main_mention(document: Document, mentions: list[Mention]) -> Mention:
    """The mention that names a chain best: a name before a noun before a pronoun, then the first."""

    def rank(mention: Mention) -> int:
        head = mention.head if mention.head is not None else mention.end - 1
        if document.pos is not None:
            pos = document.pos[head]
            return 0 if pos == "PROPN" else 2 if pos in ("PRON", "DET", "VERB", "AUX") else 1
        tag = document.tags[head] if document.tags is not None else ""
        return 0 if tag in _NAMES else 2 if tag.startswith(("PRP", "W", "DT", "V")) else 1

    return min(mentions, key=rank)


def _in_sentence(document: Document, sentences: list[tuple[int, int]], mention: Mention, width: int) -> str:
    number = document.sentence_of(mention.start)
    start, end = sentences[number]
    end = max(end, mention.end)
    before = _flat(document.surface(Mention(start, mention.start))) if mention.start > start else ""
    after = _flat(document.surface(Mention(mention.end, end))) if mention.end < end else ""
    before += _gap(document, mention.start) if before else ""
    after = (_gap(document, mention.end) if after else "") + after
    label = f"{number + 1:>6}  "
    inner = f"[{_flat(document.surface(mention))}]"
    room = max(width - len(label) - len(inner), 30)
    left = min(len(before), max(room // 2, room - len(after)))
    before = before if len(before) <= left else "…" + before[len(before) - left + 1 :]
    after = after if len(after) <= room - left else after[: room - left - 1] + "…"
    return label + before + inner + after


def _gap(document: Document, word: int) -> str:
    return " " if document.spaces is None or document.spaces[word - 1] else ""


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _flat(text: str) -> str:
    return " ".join(text.split())
