"""Examples of errors as plain text, in their sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corefpipe.document import Mention
from corefpipe.report.errors.analysis import ErrorAnalysis
from corefpipe.report.errors.entities import ENTITY_CLASSES, SPAN
from corefpipe.report.errors.links import PRECISION, RECALL, LinkError
from corefpipe.report.errors.mentions import BOUNDARY, MENTION_CLASSES
from corefpipe.report.errors.tables import TITLES
from corefpipe.report.text import in_sentence


def examples(analysis: ErrorAnalysis, most: int, width: int = 100) -> str:
    """Up to so many errors of each class, in their sentences; the mention in question is in brackets."""
    lines: list[str] = []
    for title, found in _classes(analysis):
        if found:
            lines += ["", f"{title}: {len(found)}"]
            for document, marked in found[:most]:
                lines.append(f"  {analysis.documents[document]}")
                lines += [in_sentence(analysis.documents[document], mention, width) + note for mention, note in marked]
    return "\n".join(lines[1:])


Marked = list[tuple[Mention, str]]


def _classes(analysis: ErrorAnalysis) -> Iterator[tuple[str, list[tuple[int, Marked]]]]:
    """Each class: its title, and for each error the number of the document, and mentions with notes."""
    for side, title in ((RECALL, "missing links"), (PRECISION, "wrong links")):
        for group in analysis.grouped("kinds"):
            links = [e for e in analysis.links if e.side == side and analysis.group_of(e, "kinds") == group]
            yield f"{title}, {group}", [(error.document, _ends(error)) for error in links]
    for kind in MENTION_CLASSES:
        errors = [error for error in analysis.mentions if error.error == kind]
        notes = ("  (key)", "  (response)") if kind == BOUNDARY else ("", "")
        yield (
            f"{kind} mentions" if kind != BOUNDARY else "other boundaries",
            [(error.document, _known(zip((error.key, error.response), notes, strict=True))) for error in errors],
        )
    for kind in ENTITY_CLASSES:
        if kind != SPAN:
            steps = [error for error in analysis.entities if error.error == kind]
            yield TITLES[kind], [(step.document, [(mention, "") for mention in step.mentions]) for step in steps]


def _ends(error: LinkError) -> Marked:
    missing = ["" if there else "  (not a mention on the other side)" for there in error.found]
    return [(error.antecedent, missing[1]), (error.anaphor, missing[0])]


def _known(mentions: Iterable[tuple[Mention | None, str]]) -> Marked:
    return [(mention, note) for mention, note in mentions if mention is not None]
