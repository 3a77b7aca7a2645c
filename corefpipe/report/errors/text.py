"""Examples of errors as plain text, in their sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from corefpipe.document import Document, Mention
from corefpipe.exceptions import printable
from corefpipe.report.errors.entities import (
    CONFLATED,
    DIVIDED,
    EXTRA_MENTION,
    MISSING_MENTION,
)
from corefpipe.report.errors.groups import Error, group_of, in_order
from corefpipe.report.errors.links import RECALL, LinkError
from corefpipe.report.errors.mentions import BOUNDARY, MISSING, MentionError
from corefpipe.report.text import in_sentence

Marked = list[tuple[Mention, str]]
_SHOWN = 4  # mentions of an entity that are shown
_RESTS = {
    CONFLATED: "split off from",
    DIVIDED: "to be joined to",
    EXTRA_MENTION: "to be removed from",
    MISSING_MENTION: "to be added to",
}


def examples(
    documents: Sequence[Document], classes: Iterable[tuple[str, Sequence[Error]]], most: int, width: int
) -> str:
    """Up to so many errors of each class, evenly spread, in their sentences; the mentions in question are in brackets.

    Args:
        documents: the documents.
        classes: (title, errors) of each class.
        most: number of examples of a class.
        width: characters per line.
    """
    lines: list[str] = []
    for title, errors in classes:
        if errors:
            lines += ["", f"{title}: {len(errors)}"]
        step = max(len(errors) / max(most, 1), 1)
        for number in range(min(most, len(errors))):
            error = errors[int(number * step)]
            document = documents[error.document]
            lines += [f"  {printable(str(document))}", *_shown(document, _marked(error), width)]
    return "\n".join(lines[1:])


def by_kinds(documents: Sequence[Document], errors: Sequence[Error]) -> Iterator[tuple[str, Sequence[Error]]]:
    """Errors by the kinds of their mentions, the largest group first."""
    groups: dict[str, list[Error]] = {}
    for error in errors:
        groups.setdefault(group_of(error, "kinds", documents), []).append(error)
    for group in in_order({group: len(found) for group, found in groups.items()}):
        yield group, groups[group]


def _marked(error: Error) -> Marked:
    """The mentions to show, with what is said of them."""
    if isinstance(error, LinkError):
        other = "response" if error.side == RECALL else "key"
        told = {BOUNDARY: f"  (other boundaries in the {other})", MISSING: f"  (not in the {other})"}
        notes = [told.get(state, "") for state in error.found]
        return [(error.antecedent, notes[1]), (error.anaphor, notes[0])]
    if isinstance(error, MentionError):
        both = [(error.key, "  (key)"), (error.response, "  (response)")]
        return [(mention, note if error.error == BOUNDARY else "") for mention, note in both if mention is not None]
    marked = [(mention, "") for mention in error.mentions[:_SHOWN]]
    if len(error.mentions) > _SHOWN:
        marked[-1] = (marked[-1][0], f"  (and {len(error.mentions) - _SHOWN} more)")
    if error.nearest is None:
        return marked
    more = f", of {error.n_rest} mentions" if error.n_rest > 1 else ""
    return [*marked, (error.nearest, f"  ({_RESTS[error.error]} this{more})")]


def _shown(document: Document, marked: Marked, width: int) -> list[str]:
    """A line per mention; two without notes that stand close together in one sentence share a line."""
    sentences = document.sentences()
    if len(marked) == 2 and not marked[0][1] and not marked[1][1]:
        (first, _), (second, _) = marked
        if first.end <= second.start < first.end + width // 8 and _same_sentence(document, first, second):
            return [in_sentence(document, first, width, sentences, second)]
    return [in_sentence(document, mention, width, sentences) + note for mention, note in marked]


def _same_sentence(document: Document, first: Mention, second: Mention) -> bool:
    return document.sentence_of(first.start) == document.sentence_of(second.end - 1)
