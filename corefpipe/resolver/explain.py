"""Explain why two mentions are linked or not: the features of the link and their weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from spacy.tokens import Doc, Span

from corefpipe.chains.coref import Coref
from corefpipe.chains.layout import has_chains
from corefpipe.clustering.decoders import Decoding
from corefpipe.clustering.decoders.decoding import derived
from corefpipe.clustering.forbidden_links import allowed
from corefpipe.clustering.links import Links
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.exceptions import AnnotationError
from corefpipe.features import MentionTable
from corefpipe.features.engine.cells import Block, Cells
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.templates import Template
from corefpipe.mentions import Spans
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.registry import CONSTRAINTS, between, constraints_of, deciding
from corefpipe.resolver.decoding import Decoded
from corefpipe.resolver.explanation import Explanation, Reason, quoted
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.reasons import about, in_words
from corefpipe.resolver.resolution import Ranked


def explain(
    resolver: Resolver, doc: Doc, a: Span, b: Span | None = None, given: Sequence[tuple[int, int]] | None = None
) -> Explanation:
    """Explain why a mention is linked to another, or not.

    Explains the chains of the Doc, whatever settings they were predicted with; for a Doc without chains, those that
    the model would predict.

    Args:
        resolver: the model.
        doc: a parsed Doc, resolved or not.
        a: the mention.
        b: the other mention, before or after it; None takes the antecedent in its chain, else the most probable one.
        given: (start, end) of the mentions, if they are not to be detected.

    Raises:
        AnnotationError: spans of another Doc, equal spans, or an empty span.
    """
    _check(doc, a, b)
    chains = Coref(doc) if has_chains(doc) else None
    table, notes = _table(resolver, doc, [span for span in (a, b) if span is not None], given, chains)
    parse, spans = table.parse, table.mentions.in_docs(table.parse)
    rows = {(start, end): row for row, (start, end, _) in enumerate(table.triples())}
    mentions = "predicted" if given is None else "given"
    links, scores = resolver.features.score(table, resolver.weights)
    decoded = resolver.decode(table, mentions, (links, scores))
    constraints = constraints_of(table, resolver.constraints) if resolver.decoder.honours_constraints else None
    possible = list(allowed(ScoredBlock.of(links, scores), constraints))
    decoding = decoded.decoding if chains is None else _of_doc(decoded, links, scores, rows, parse, chains)
    item = rows[parse.in_words(a.start, a.end)]
    if b is None:
        left = _antecedent(possible, decoding, item)
    else:
        left, item = sorted((item, rows[parse.in_words(b.start, b.end)]))
        if left == item:
            raise AnnotationError(f"{a.text!r} is given twice", cure="Give two mentions, or one")
    candidates = links.antecedent[links.indptr[item] : links.indptr[item + 1]]
    if left >= 0 and left not in candidates:
        notes.append("this is not a candidate link: see the window and the index of the model's feature set")
    if left >= 0 and resolver.decoder.honours_constraints:
        verdicts = list(_verdicts(deciding(table, resolver.constraints, left, item)))
        own, start = (scores[links.indptr[item] + at] for at in (int((candidates == left).argmax()), 0))
        if not verdicts and left in candidates and own > start and not _together(decoding, left, item):
            verdicts += _about_chains(resolver, table, decoding, left, item)
        notes += verdicts
    together = left >= 0 and _together(decoding, left, item)
    now = left >= 0 and _together(decoded.decoding, left, item)
    notes += _about_present(together, now, resolved=chains is not None)
    threshold = getattr(resolver.decoder, "threshold", 0.0)
    if resolver.min_probability is not None:
        notes.append(f"links need a probability of at least {resolver.min_probability:g}")
        threshold = 0.0
    calibration = resolver.calibration(mentions)
    ranked = Ranked.of(possible, decoding, also=(item, left))
    listed = (ranked.mention() == item) & (ranked.antecedent == left)
    others = candidates[candidates >= 0]
    reasons = _reasons(resolver, table, left, item, others) if left >= 0 else []
    starts = _reasons(resolver, table, None, item, others)
    return Explanation(
        mention=_span(doc, spans, item),
        antecedent=_span(doc, spans, left) if left >= 0 else None,
        together=together,
        probability=float(calibration.links(ranked)[listed][0]) if listed.any() else None,
        start=float(calibration.starts(ranked)[item]),
        score=sum(reason.weight for reason in reasons),
        start_score=sum(reason.weight for reason in starts) + threshold,
        reasons=reasons,
        start_reasons=starts,
        notes=notes,
    )


def _antecedent(possible: Sequence[ScoredBlock], decoding: Decoding, item: int) -> int:
    """The antecedent of a mention in its chain, else the most probable one; -1 if it has no candidates."""
    left = int(decoding.antecedent[item])
    block = next(one for one in possible if one.first <= item < one.first + len(one))
    lo, hi = block.indptr[item - block.first :][:2].tolist()
    if left < 0 and hi > lo + 1:
        left = int(block.antecedent[lo + 1 + int(block.scores[lo + 1 : hi].argmax())])
    return left


def _about_present(together: bool, now: bool, resolved: bool) -> Iterator[str]:
    """Notes on whether the chains are those of the current settings."""
    if not resolved:
        yield "the Doc was not resolved: these are the chains that the model would predict"
    elif together != now:
        yield f"with the current settings they would {'not ' if together else ''}be in one chain"


def _verdicts(deciding: Sequence[tuple[str, bool]]) -> Iterator[str]:
    """Notes on the constraints that decide on a pair; those that join it have priority."""
    joining = [name for name, joined in deciding if joined]
    if joining:
        constraints, verb = ("constraint", "joins") if len(joining) == 1 else ("constraints", "join")
        about = " ".join(CONSTRAINTS[name].summary for name in joining)
        yield f"the {constraints} {' and '.join(joining)} {verb} them, regardless of the features: {about}"
    for name in (name for name, joined in deciding if not joined):
        verb = "forbids the link, regardless of the features"
        if joining:
            verb = f"would forbid it, but {' and '.join(joining)} {'has' if len(joining) == 1 else 'have'} priority"
        yield f"the constraint {name} {verb}: {CONSTRAINTS[name].summary}"


def _about_chains(resolver: Resolver, table: MentionTable, decoding: Decoding, left: int, item: int) -> Iterator[str]:
    """Notes on the constraints that keep the chains of two mentions apart through other mentions of these."""
    chains = [np.flatnonzero(decoding.labels == decoding.labels[row]).tolist() for row in (left, item)]
    for name, *pair in between(table, resolver.constraints, *chains):
        one, other = (" ".join(table.parse.words[slice(*table.triples()[row][:2])]) for row in pair)
        about = CONSTRAINTS[name].summary
        yield f'the constraint {name} keeps their chains apart, by "{one}" and "{other}" in them: {about}'


def _together(decoding: Decoding, one: int, other: int) -> bool:
    return bool(decoding.labels[one] == decoding.labels[other])


def _check(doc: Doc, a: Span, b: Span | None) -> None:
    for span in (a, b):
        if span is not None and (span.doc is not doc or not span.text.strip()):
            raise AnnotationError("a span of another Doc, or one without words", cure="Take it from the same Doc")


def _table(
    resolver: Resolver,
    doc: Doc,
    asked: Sequence[Span],
    given: Sequence[tuple[int, int]] | None,
    chains: Coref | None,
) -> tuple[MentionTable, list[str]]:
    """The mentions of a Doc, including those of its chains and those asked about, and notes."""
    table = resolver.table(doc, given)
    parse = table.parse
    known = {(start, end) for start, end, _ in table.triples()}
    found = [] if chains is None else chains.mentions
    known |= {parse.in_words(span.start, span.end) for span in found}
    missing = [span for span in asked if parse.in_words(span.start, span.end) not in known]
    notes = [f"{quoted(span)} is not a detected mention; it is treated as one here" for span in missing]
    if len(known) == len(table) and not missing:
        return table, notes
    added = Spans.given(((span.start, span.end) for span in (*found, *missing)), parse)
    return MentionTable(parse, Spans.of([*table.triples(), *added])), notes


def _of_doc(
    decoded: Decoded,
    links: Links,
    scores: np.ndarray,
    rows: dict[tuple[int, int], int],
    parse: Parse,
    chains: Coref,
) -> Decoding:
    """The chains of a Doc as a decoding of the mentions of a table; the antecedents are those of the best links."""
    labels = np.arange(len(rows), 2 * len(rows))
    for number, chain in enumerate(chains.chains):
        words = (parse.in_words(mention.start, mention.end) for mention in chain)
        labels[[rows[start, end] for start, end in words if start < end]] = number
    found = derived(links, scores, labels)
    # Speakers determine the antecedents of some mentions, which need not be candidates.
    forced = np.flatnonzero(decoded.settled)
    forced = forced[labels[decoded.decoding.antecedent[forced]] == labels[forced]]
    found.antecedent[forced] = decoded.decoding.antecedent[forced]
    return found


def _reasons(resolver: Resolver, table: MentionTable, left: int | None, item: int, others: np.ndarray) -> list[Reason]:
    """The reasons of a link, or of starting a chain (`left` is None), largest weights first.

    All links of the item are computed, since some features compare a link with the others.
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
        Reason(text, about(found[0][0]), sum(weight for _, _, weight in found), tuple(name for _, name, _ in found))
        for text, found in said.items()
    ]
    return sorted(reasons, key=lambda reason: -abs(reason.weight))


def _columns(
    resolver: Resolver, cells: Cells, number: int, template: Template, row: int
) -> Iterator[tuple[str, str, float]]:
    """(text, name, weight) of the column that a template has on one link, if it has one."""
    at = np.array([row]) if isinstance(cells.where, slice) else np.flatnonzero(cells.where == row)
    cell = np.flatnonzero(np.isin(cells.used, cells.codes[at]))
    if not len(cell):
        return
    column = int(resolver.features.fitted.columns(number, cells.keys[cell])[0])
    if column < 0:
        return
    values = [names[codes[cell[0]]] for codes, names in zip(cells.parts, cells.names, strict=True)]
    times = 1.0 if cells.numbers is None else float(cells.numbers[at[0]])
    yield in_words(template, values), template.column(values), times * float(resolver.weights[column])


def _span(doc: Doc, spans: Spans, row: int) -> Span:
    return doc[int(spans.start[row]) : int(spans.end[row])]
