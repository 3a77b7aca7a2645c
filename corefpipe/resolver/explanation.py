"""Explanations of links, and how they read in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from spacy.tokens import Span

_SHOWN = 8  # reasons of each kind that are printed
_SMALL = 0.05  # weights below it are printed as one sum


@dataclass(slots=True, frozen=True)
class Reason:
    """One observation that the model weighed.

    Attributes:
        text: feature and value, such as "number match: other".
        about: what the feature means; "" for a conjunction of several.
        weight: sum of the weights of all columns with this observation, alone or with the types of the mentions.
        columns: names of those columns, as in `Resolver.features`.
    """

    text: str
    about: str
    weight: float
    columns: tuple[str, ...]


@dataclass(slots=True, frozen=True)
class Explanation:
    """The reasons for a link and against it.

    Attributes:
        mention: the later of the two mentions, the anaphor.
        antecedent: the earlier one; None for a mention without candidates.
        together: whether both are in one chain of the Doc.
        probability: calibrated probability that they corefer; None for a link that is not among the candidates.
        start: calibrated probability that no earlier mention corefers with the mention.
        score: w_ij, the sum of the reasons' weights.
        start_score: score of starting a chain, with the decoder's threshold unless `min_probability` replaces it.
        reasons: for the link and against it, largest weights first.
        start_reasons: for starting a chain and against it.
        notes: caveats, such as a span that is not a mention.
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
        """The reasons for the link."""
        return [reason for reason in self.reasons if reason.weight > 0]

    @property
    def against_it(self) -> list[Reason]:
        """The reasons against the link."""
        return [reason for reason in self.reasons if reason.weight < 0]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        mention = quoted(self.mention)
        if self.antecedent is None:
            yield f"{mention} has no earlier mention to refer to"
        else:
            verdict = "are in one chain" if self.together else "are not in one chain"
            yield f"{mention} and {quoted(self.antecedent)} {verdict}"
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


def _shown(reasons: Iterable[Reason]) -> Iterator[str]:
    """The reasons with the largest weights, one per line, and the sum of the others."""
    reasons = list(reasons)
    shown = [reason for reason in reasons[:_SHOWN] if abs(reason.weight) >= _SMALL]
    width = max((len(reason.text) for reason in shown if reason.about), default=0)
    for reason in shown:
        yield f"    {_signed(reason.weight)}  {reason.text:<{width}}  {reason.about}".rstrip()
    if len(reasons) > len(shown):
        rest = sum(reason.weight for reason in reasons[len(shown) :])
        yield f"    {_signed(rest)}  ({len(reasons) - len(shown)} more)"


def quoted(span: Span) -> str:
    """The text of a span in quotation marks, on one line."""
    return f'"{" ".join(span.text.split())}"'


def _signed(weight: float) -> str:
    return f"{weight:+.2f}"
