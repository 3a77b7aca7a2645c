"""Counts and costs of errors as a plain table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from corefpipe.report.errors.costs import Cost
from corefpipe.report.errors.entities import ENTITY_CLASSES
from corefpipe.report.errors.links import PRECISION, RECALL
from corefpipe.report.errors.mentions import MENTION_CLASSES


def summary(
    conll: float,
    counts: Mapping[str, int],
    costs: Mapping[str, Cost],
    n_mentions: tuple[int, int],
    n_links: tuple[int, int],
    groups: Iterable[Mapping[str, Mapping[str, int]]],
) -> str:
    """The tables: entities with costs, mentions, links by groups.

    Args:
        conll: the CoNLL average, in points.
        counts: class -> number of errors.
        costs: class of entities -> what it costs.
        n_mentions: of the key, and of the response.
        n_links: of the key, and of the response.
        groups: for each grouping, group -> `recall` and `precision` -> number of errors.
    """
    lines = [f"CoNLL {conll:.2f}", "", _line("to correct, in turn", "errors", "alone", "in turn")]
    for error in ENTITY_CLASSES:
        cost = costs[error]
        lines.append(_line(TITLES[error], counts[error], f"{cost.alone:+.2f}", f"{cost.in_turn:+.2f}"))
    lines += ["", _line(f"mentions: {n_mentions[0]} in the key, {n_mentions[1]} found", "errors")]
    lines += [_line(TITLES.get(error, error), counts[error]) for error in MENTION_CLASSES]
    lines += ["", _line("links", "missing", "wrong"), _line("all", counts[RECALL], counts[PRECISION])]
    for grouping in groups:
        lines.append("")
        lines += [_line(f"  {group}", numbers[RECALL], numbers[PRECISION]) for group, numbers in grouping.items()]
    recall, precision = (
        100 * (1 - counts[side] / links) if links else 0.0
        for side, links in zip((RECALL, PRECISION), n_links, strict=True)
    )
    of_links = f"{n_links[0]} in the key, {n_links[1]} in the response"
    return "\n".join([*lines, "", f"links: {of_links}; MUC recall {recall:.2f}, precision {precision:.2f}"])


def _line(title: str, *numbers: object) -> str:
    return f"{title:44}" + "".join(f"{number!s:>9}" for number in numbers)


TITLES = {
    "boundary": "other boundaries",
    "span": "other boundaries",
    "conflated": "conflated: parts to split off",
    "extra mention": "extra mentions",
    "extra entity": "extra entities",
    "divided": "divided: parts to join",
    "missing mention": "missing mentions",
    "missing entity": "missing entities",
}
"""What tables call the classes."""
