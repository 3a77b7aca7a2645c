"""How the counts of errors add up to what the metrics count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from corefpipe.report.errors.costs import Cost
from corefpipe.report.errors.entities import EXTRA_ENTITY, EXTRA_MENTION, MISSING_ENTITY, MISSING_MENTION
from corefpipe.report.errors.links import PRECISION, RECALL, Antecedents
from corefpipe.report.errors.mentions import BOUNDARY, MISSING, SPURIOUS


class Sum(NamedTuple):
    """One line.

    Attributes:
        what: what is summed up.
        terms: the sum.
        value: its result.
    """

    what: str
    terms: str
    value: str


def sums(
    counts: Mapping[str, int],
    inside: Mapping[str, int],
    n_links: tuple[int, int],
    n_mentions: tuple[int, int],
    conll: float,
    costs: Mapping[str, Cost],
    antecedents: Antecedents,
) -> list[Sum]:
    """The sums.

    Args:
        counts: class -> number of errors.
        inside: class of entities -> number of mentions in its errors.
        n_links: of the key, and of the response.
        n_mentions: of the key, and of the response.
        conll: the CoNLL average, in points.
        costs: class of entities -> what it costs.
        antecedents: those of the response's links.
    """
    (key_links, links), (key_mentions, mentions) = n_links, n_mentions
    boundary, missing, spurious = counts[BOUNDARY], counts[MISSING], counts[SPURIOUS]
    gained = sum(cost.in_turn for cost in costs.values())
    counted, others = antecedents.counted, antecedents.wrong - antecedents.counted
    chosen = Sum(
        "wrong antecedents",
        f"{counted:,} of the wrong links + {others:,} where the chain had a right antecedent",
        f"{antecedents.wrong:,}",
    )
    return [
        _share("MUC recall", key_links, {"missing links": counts[RECALL]}),
        _share("MUC precision", links, {"wrong links": counts[PRECISION]}),
        *([chosen] if antecedents.chosen else []),
        _share("mention recall", key_mentions, {"other boundaries": boundary, "missing": missing}),
        _share("mention precision", mentions, {"other boundaries": boundary, "spurious": spurious}),
        Sum(
            "missing mentions",
            f"{counts[MISSING_MENTION]:,} of entities that are there + {inside[MISSING_ENTITY]:,} of "
            f"{counts[MISSING_ENTITY]:,} missing entities",
            f"{missing:,}",
        ),
        Sum(
            "spurious mentions",
            f"{counts[EXTRA_MENTION]:,} in entities of the key + {inside[EXTRA_ENTITY]:,} in "
            f"{counts[EXTRA_ENTITY]:,} extra entities",
            f"{spurious:,}",
        ),
        Sum("CoNLL, all corrected", f"{conll:.2f} + {gained:.2f} by all steps in turn", f"{conll + gained:.2f}"),
    ]


def _share(what: str, whole: int, errors: Mapping[str, int]) -> Sum:
    less = "".join(f" - {number:,} {name}" for name, number in errors.items())
    right = whole - sum(errors.values())
    return Sum(what, f"({whole:,}{less}) / {whole:,}", f"{100 * right / whole if whole else 0:.2f} %")
