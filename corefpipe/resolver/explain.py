"""Why two mentions are linked or not: the features of the link with their weights, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from spacy.tokens import Doc, Span

from corefpipe.errors import AnnotationError
from corefpipe.features import MentionTable
from corefpipe.features.engine.cells import Block, Cells
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import ATTRIBUTES, PAIR_FEATURES
from corefpipe.features.engine.templates import Template
from corefpipe.mentions import Spans
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.resolution import Ranked

_CONTEXT = frozenset(("ana.type", "ante.type", "ana.kind", "ante.kind"))  # what other features are conjoined with
_SIDES = {"ana": "anaphor's", "ante": "antecedent's"}
_SHOWN = 8  # reasons of each kind that are printed
_SMALL = 0.05  # weights below it are summed up


@dataclass(slots=True, frozen=True)
class Reason:
    """One thing that a model looked at.

    Attributes:
        text: what it saw, as "number match: other".
        about: what that feature means; "" for several at once.
        weight: sum of the weights of all columns that say it, alone or with the types of the mentions.
        columns: those columns, as `Resolver.features` names them.
    """

    text: str
    about: str
    weight: float
    columns: tuple[str, ...]


@dataclass(slots=True, frozen=True)
class Explanation:
    """What spoke for a link and against it.

    Attributes:
        mention: the later of the two mentions, the anaphor.
        antecedent: the earlier one; None where the mention has none to be compared with.
        together: whether the model has them in one chain.
        probability: that they corefer, calibrated where the model is; None for a link that the model does not look at.
        start: probability that no earlier mention corefers with the mention.
        score: w_ij, the sum of the reasons' weights.
        start_score: that of starting a chain, with the decoder's threshold.
        reasons: for the link and against it, the weightiest first.
        start_reasons: for starting a chain and against it.
        notes: what is unusual about the question.
    """

    mention: Span
    antecedent: Span | None
    together: bool
    probability: float | None
    start: float
    score: float
    start_score: float
    reasons: list[Reason]
    start_reasons: list[Reason]
    notes: list[str]

    @property
    def for_it(self) -> list[Reason]:
        """The reasons that speak for the link."""
        return [reason for reason in self.reasons if reason.weight > 0]

    @property
    def against_it(self) -> list[Reason]:
        """The reasons that speak against it."""
        return [reason for reason in self.reasons if reason.weight < 0]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        mention = _quoted(self.mention)
        if self.antecedent is None:
            yield f"{mention} has no earlier mention to refer to"
        else:
            verdict = "are in one chain" if self.together else "are not in one chain"
            yield f"{mention} and {_quoted(self.antecedent)} {verdict}"
            likely = "not among the links that the model looks at"
            if self.probability is not None:
                likely = f"probability of the link {self.probability:.2f}"
            yield f"  {likely}; that {mention} refers to nothing earlier {self.start:.2f}"
        yield from (f"  Note: {note}" for note in self.notes)
        if self.antecedent is not None:
            yield f"  for the link, {_signed(sum(r.weight for r in self.for_it))} of {_signed(self.score)} in all"
            yield from _shown(self.for_it)
            yield f"  against it, {_signed(sum(r.weight for r in self.against_it))}"
            yield from _shown(self.against_it)
        yield f"  for and against starting a chain, {_signed(self.start_score)} in all"
        yield from _shown(self.start_reasons)


def explain(
    resolver: Resolver, doc: Doc, a: Span, b: Span | None = None, given: Sequence[tuple[int, int]] | None = None
) -> Explanation:
    """Why a mention is linked to another, or not.

    Args:
        resolver: the model.
        doc: a parsed Doc.
        a: the mention.
        b: the other one, before or after it; None takes the antecedent that the model chose, else the likeliest.
        given: (start, end) of the mentions, if the model does not find them itself.

    Raises:
        AnnotationError: spans of another Doc, twice the same, or without words.
    """
    _check(doc, a, b)
    table, notes = _table(resolver, doc, [span for span in (a, b) if span is not None], given)
    rows = {(start, end): row for row, (start, end, _) in enumerate(table.triples())}
    decoded = resolver.decode(table)
    links, scores, decoding = decoded.links, decoded.scores, decoded.decoding
    item = rows[a.start, a.end]
    if b is not None:
        left, item = sorted((item, rows[b.start, b.end]))
    else:
        left = int(decoding.antecedent[item])
        lo, hi = links.indptr[item : item + 2].tolist()
        if left < 0 and hi > lo + 1:
            left = int(links.antecedent[lo + 1 + int(scores[lo + 1 : hi].argmax())])
    candidates = links.antecedent[links.indptr[item] : links.indptr[item + 1]]
    among = np.flatnonzero(candidates == left) if left >= 0 else np.zeros(0, dtype=int)
    also = int(links.indptr[item] + among[0]) if len(among) else None
    if left >= 0 and also is None:
        notes.append("the model does not compare these two: see the window and the index of its feature set")
    if decoded.settled[item]:
        notes.append("speakers tell who this mention is, whatever the features say")
    calibration = resolver.calibration("predicted" if given is None else "given")
    ranked = Ranked.of(links, scores, decoding, also)
    listed = (ranked.mention() == item) & (ranked.antecedent == left)
    others = candidates[candidates >= 0]
    reasons = _reasons(resolver, table, left, item, others) if left >= 0 else []
    starts = _reasons(resolver, table, None, item, others)
    threshold = getattr(resolver.decoder, "threshold", 0.0)
    return Explanation(
        mention=_span(doc, table.spans, item),
        antecedent=_span(doc, table.spans, left) if left >= 0 else None,
        together=left >= 0 and bool(decoding.labels[left] == decoding.labels[item]),
        probability=float(calibration.links(ranked)[listed][0]) if listed.any() else None,
        start=float(calibration.starts(ranked)[item]),
        score=sum(reason.weight for reason in reasons),
        start_score=sum(reason.weight for reason in starts) + threshold,
        reasons=reasons,
        start_reasons=starts,
        notes=notes,
    )


def _check(doc: Doc, a: Span, b: Span | None) -> None:
    for span in (a, b):
        if span is not None and (span.doc is not doc or not len(span)):
            raise AnnotationError("a span of another Doc, or one without words", cure="Take it from the same Doc")
    if b is not None and (a.start, a.end) == (b.start, b.end):
        raise AnnotationError(f"{a.text!r} is asked about with itself", cure="Give two mentions, or one")


def _table(
    resolver: Resolver, doc: Doc, asked: Sequence[Span], given: Sequence[tuple[int, int]] | None
) -> tuple[MentionTable, list[str]]:
    """The mentions of a Doc, those that are asked about among them."""
    table = resolver.table(doc, given)
    known = {(start, end) for start, end, _ in table.triples()}
    missing = [span for span in asked if (span.start, span.end) not in known]
    if not missing:
        return table, []
    parse = table.parse
    added = [(span.start, span.end, parse.head_of(span.start, span.end)) for span in missing]
    notes = [f"{_quoted(span)} is none of the mentions; it is looked at as if it were" for span in missing]
    return MentionTable(parse, Spans.of([*table.triples(), *added])), notes


def _reasons(resolver: Resolver, table: MentionTable, left: int | None, item: int, others: np.ndarray) -> list[Reason]:
    """What the features of a link say, or those of starting a chain; the weightiest first.

    Some features compare a link with the item's other ones, so that all of them are computed.
    """
    spec = resolver.features.spec
    table.use_models(resolver.features.models)
    if left is None:
        templates, first, antes = spec.start, len(spec.link), np.array([item])
    else:
        templates, first, antes = spec.link, 0, np.union1d(others, [left])
    row = int(np.searchsorted(antes, item if left is None else left))
    block = Block(MentionPairs(table, antes, np.full(len(antes), item)))
    said: dict[str, list[tuple[Template, str, float]]] = {}
    for number, template in enumerate(templates, first):
        for text, name, weight in _columns(resolver, block.cells(template), number, template, row):
            said.setdefault(text, []).append((template, name, weight))
    reasons = [
        Reason(text, _about(found[0][0]), sum(weight for _, _, weight in found), tuple(name for _, name, _ in found))
        for text, found in said.items()
    ]
    return sorted(reasons, key=lambda reason: -abs(reason.weight))


def _columns(
    resolver: Resolver, cells: Cells, number: int, template: Template, row: int
) -> Iterator[tuple[str, str, float]]:
    """(in words, name, weight) of the column that a template has on one link, if it has one."""
    at = np.array([row]) if isinstance(cells.where, slice) else np.flatnonzero(cells.where == row)
    cell = np.flatnonzero(np.isin(cells.used, cells.codes[at]))
    if not len(cell):
        return
    column = int(resolver.features.fitted.columns(number, cells.keys[cell])[0])
    if column < 0:
        return
    values = [names[codes[cell[0]]] for codes, names in zip(cells.parts, cells.names, strict=True)]
    times = 1.0 if cells.numbers is None else float(cells.numbers[at[0]])
    yield _in_words(template, values), template.column(values), times * float(resolver.weights[column])


def _in_words(template: Template, values: Sequence[str]) -> str:
    """What the parts say, without the types of the mentions where there is more to say."""
    said = [(part.name, value) for part, value in zip(template.parts, values, strict=True)]
    own = [(name, value) for name, value in said if name not in _CONTEXT] or said
    return "; ".join(_part_in_words(name, value) for name, value in own)


def _part_in_words(name: str, value: str) -> str:
    side, _, bare = name.rpartition(".")
    what = bare.replace("_", " ")
    return (f"{_SIDES[side]} " if side else "") + (what if value == "yes" else f"{what}: {value}")


def _about(template: Template) -> str:
    parts = [part.name for part in template.parts if part.name not in _CONTEXT]
    if len(parts) > 1 or not parts:
        return ""
    name = parts[0].rpartition(".")[2]
    return (ATTRIBUTES if "." in parts[0] else PAIR_FEATURES)[name].doc.split("\n")[0]


def _shown(reasons: Iterable[Reason]) -> Iterator[str]:
    """The weightiest reasons, one a line, and the sum of the others."""
    reasons = list(reasons)
    shown = [reason for reason in reasons[:_SHOWN] if abs(reason.weight) >= _SMALL]
    width = max((len(reason.text) for reason in shown if reason.about), default=0)
    for reason in shown:
        yield f"    {_signed(reason.weight)}  {reason.text:<{width}}  {reason.about}".rstrip()
    if len(reasons) > len(shown):
        rest = sum(reason.weight for reason in reasons[len(shown) :])
        yield f"    {_signed(rest)}  ({len(reasons) - len(shown)} more)"


def _span(doc: Doc, spans: Spans, row: int) -> Span:
    return doc[int(spans.start[row]) : int(spans.end[row])]


def _quoted(span: Span) -> str:
    return f'"{" ".join(span.text.split())}"'


def _signed(weight: float) -> str:
    return f"{weight:+.2f}"
