"""Counts and costs of errors as plain tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from corefpipe.report.errors.costs import Cost
from corefpipe.report.errors.entities import ENTITY_CLASSES
from corefpipe.report.errors.groups import LINKS, MENTIONS, Share
from corefpipe.report.errors.links import PRECISION, RECALL, Antecedents
from corefpipe.report.errors.mentions import MENTION_CLASSES
from corefpipe.report.errors.sums import Sum

Groups = Mapping[str, Mapping[str, Share]]
_MOST = 20  # groups of a grouping that are listed

TITLES = {
    RECALL: "missing links",
    PRECISION: "wrong links",
    "boundary": "other boundaries",
    "missing": "missing mentions",
    "spurious": "spurious mentions",
    "span": "other boundaries",
    "conflated": "conflated: parts to split off",
    "extra mention": "extra mentions",
    "extra entity": "extra entities",
    "divided": "divided: parts to join",
    "missing mention": "missing mentions",
    "missing entity": "missing entities",
}
"""What tables call the classes."""

FULL_TITLES = TITLES | {error: f"{TITLES[error]} (entities)" for error in ("span", "extra mention", "missing mention")}
"""The same where mentions and entities stand in one list."""


def summary(
    conll: float,
    counts: Mapping[str, int],
    costs: Mapping[str, Cost],
    n_mentions: tuple[int, int],
    n_links: tuple[int, int],
    antecedents: Antecedents,
    groups: Mapping[str, Sequence[Groups]],
    sums: Iterable[Sum],
) -> str:
    """The tables: entities with costs, mentions, links by groups, sums.

    Args:
        conll: the CoNLL average, in points.
        counts: class -> number of errors.
        costs: class of entities -> what it costs.
        n_mentions: of the key, and of the response.
        n_links: of the key, and of the response.
        antecedents: those of the response's links.
        groups: view -> for each grouping, group -> class -> share.
        sums: how the counts add up.
    """
    lines = [f"CoNLL {conll:.2f}", "", _line("entities, to correct in turn", "errors", "alone", "in turn")]
    for error in ENTITY_CLASSES:
        cost = costs[error]
        lines.append(_line(f"  {TITLES[error]}", counts[error], f"{cost.alone:+.2f}", f"{cost.in_turn:+.2f}"))
    lines += ["", _line("mentions", *MENTION_CLASSES), _line("  errors", *(counts[error] for error in MENTION_CLASSES))]
    lines.append(_line("  of", n_mentions[0], n_mentions[0], n_mentions[1]))
    for grouping in groups[MENTIONS]:
        lines += ["", *_rows(grouping, MENTION_CLASSES, rates=False)]
    lines += ["", _line("links", "missing", "of", "%", "wrong", "of", "%")]
    lines.append(_line("  all", *_rates(Share(counts[RECALL], n_links[0]), Share(counts[PRECISION], n_links[1]))))
    lines.append(f"  {antecedents_told('the response', antecedents)}")
    for grouping in groups[LINKS]:
        lines.append("")
        lines += _rows(grouping, (RECALL, PRECISION), rates=True)
    lines += ["", "sums"]
    lines += [f"  {one.what:21}{one.terms} = {one.value}" for one in sums]
    return "\n".join(lines)


def antecedents_told(response: str, antecedents: Antecedents | str) -> str:
    """Where the antecedents of a response's links are taken from."""
    return f"antecedents of {response}: {antecedents}"


def compared_summary(
    got: Mapping[str, Sequence[int | None]],
    splits: Mapping[str, Sequence[int]],
    a: Mapping[str, Cost],
    b: Mapping[str, Cost],
    conll: tuple[float, float],
    antecedents: Mapping[str, Antecedents],
) -> str:
    """The tables of two responses: what they have of the key, and their errors with costs.

    Args:
        got: `links`, `mentions` -> how many both responses have, only A, only B, neither.
        splits: class -> how many errors both make, only A, only B.
        a: class of entities -> what the errors of A cost.
        b: the same of B.
        conll: the CoNLL average of A and of B, in points.
        antecedents: name of a response -> those of its links.
    """
    lines = [f"CoNLL: A {conll[0]:.2f}, B {conll[1]:.2f}", ""]
    lines.append(_line("in the key", "both", "only A", "only B", "missed"))
    lines += [_line(f"  {what}", *numbers) for what, numbers in got.items()]
    for title, classes in (("links", (RECALL, PRECISION)), ("mentions", MENTION_CLASSES)):
        lines += ["", _line(f"errors of {title}", "both", "only A", "only B")]
        lines += [_line(f"  {TITLES[error]}", *splits[error]) for error in classes]
        if title == "links":
            lines += [f"  {antecedents_told(name, told)}" for name, told in antecedents.items()]
    lines += ["", _line("entities, to correct in turn", "both", "only A", "only B", "cost A", "cost B")]
    for error in ENTITY_CLASSES:
        costs = [f"{cost[error].in_turn:+.2f}" for cost in (a, b)]
        lines.append(_line(f"  {TITLES[error]}", *splits[error], *costs))
    return "\n".join(lines)


def _rows(grouping: Groups, classes: Sequence[str], *, rates: bool) -> Iterator[str]:
    """A line per group; of many, those after the largest are summed up."""
    rows = [(group, [shares[error] for error in classes]) for group, shares in grouping.items()]
    if len(rows) > _MOST:
        rest = [_total(shares) for shares in zip(*(shares for _, shares in rows[_MOST - 1 :]), strict=True)]
        rows[_MOST - 1 :] = [(f"{len(rows) - _MOST + 1} others", rest)]
    for group, shares in rows:
        yield _line(f"  {group}", *(_rates(*shares) if rates else [share.errors for share in shares]))


def _total(shares: Sequence[Share]) -> Share:
    return Share(sum(share.errors for share in shares), sum(share.of or 0 for share in shares))


def _rates(*shares: Share) -> Iterator[object]:
    for errors, whole in shares:
        yield from (errors, whole, f"{100 * errors / whole:.1f}" if whole else "")


def _line(title: str, *numbers: object) -> str:
    return (f"{title:36}" + "".join(f"{number!s:>9}" for number in numbers)).rstrip()
