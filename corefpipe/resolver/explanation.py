"""Explanations of links, as text and as HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spacy.tokens import Span

from corefpipe.utils.html import escaped
from corefpipe.utils.views import box, small, table_view

_SHOWN = 8  # reasons of each kind that are printed
_FRAME = "display:inline-block;width:6em"
_SMALL = 0.05  # weights below it are printed as one sum


@dataclass(slots=True, frozen=True)
class Reason:
    """One observation, with its weight in the model.

    Attributes:
        text: feature and value, such as "number match: other".
        about: description of the feature; "" for a conjunction of several.
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
        antecedent: the earlier one; None for a mention without candidate antecedents.
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

    def _repr_html_(self) -> str:
        """The same as a table with bars, for notebooks."""
        verdict, *likely = self._verdict()
        parts = [small(line) for line in (*likely, *(f"Note: {note}" for note in self.notes))]
        most = max((abs(reason.weight) for reason in (*self.reasons, *self.start_reasons)), default=0)
        for title, reasons in self._parts():
            rows = [[_bar(weight, most), escaped(text), escaped(about)] for weight, text, about in _shown(reasons)]
            parts.append(f'<p style="margin:.7em 0 0">{escaped(title)}</p>{table_view(rows)}')
        return box(f"<b>{escaped(verdict)}</b>", *parts)

    def _lines(self) -> Iterator[str]:
        verdict, *likely = self._verdict()
        yield verdict
        yield from (f"  {line}" for line in likely)
        yield from (f"  Note: {note}" for note in self.notes)
        for title, reasons in self._parts():
            yield f"  {title}"
            shown = _shown(reasons)
            width = max((len(text) for _, text, about in shown if about), default=0)
            for weight, text, about in shown:
                yield f"    {_signed(weight)}  {text:<{width}}  {about}".rstrip()

    def _verdict(self) -> Iterator[str]:
        """Whether the two are in one chain, how probable that is, and the scores behind it."""
        mention = quoted(self.mention)
        if self.antecedent is None:
            yield f"{mention} has no candidate antecedent"
            return
        yield f"{mention} and {quoted(self.antecedent)} {'are' if self.together else 'are not'} in one chain"
        likely = "not a candidate link of the model"
        if self.probability is not None:
            likely = f"probability of the link {self.probability:.2f}"
        yield f"{likely}; probability that {mention} has no antecedent {self.start:.2f}"
        yield f"score of the link {_signed(self.score)}, of starting a chain instead {_signed(self.start_score)}"

    def _parts(self) -> Iterator[tuple[str, list[Reason]]]:
        """(title, reasons) of each list of reasons; the sums in the titles are those of the lists."""
        if self.antecedent is not None:
            against = f"features against it: {_sum(self.against_it)} in total, score {_signed(self.score)}"
            yield f"features for the link: {_sum(self.for_it)} in total", self.for_it
            yield against, self.against_it
        total = f"{_sum(self.start_reasons)} in total"
        threshold = self.start_score - sum(reason.weight for reason in self.start_reasons)
        if abs(threshold) >= _SMALL / 10:
            total += f", {_signed(self.start_score)} with the threshold of {_signed(threshold)}"
        yield f"features for (+) and against (-) starting a chain: {total}", self.start_reasons


def _shown(reasons: Sequence[Reason]) -> list[tuple[float, str, str]]:
    """(weight, text, meaning) of the reasons with the largest weights, and the sum of the others."""
    kept = [reason for reason in reasons[:_SHOWN] if abs(reason.weight) >= _SMALL]
    shown = [(reason.weight, reason.text, reason.about) for reason in kept]
    if len(reasons) > len(kept):
        rest = sum(reason.weight for reason in reasons[len(kept) :])
        shown.append((rest, f"({len(reasons) - len(kept)} more)", ""))
    return shown


def _bar(weight: float, most: float) -> str:
    """A weight with a bar as HTML, green for and red against; its length is its share of the largest weight."""
    width = round(100 * min(abs(weight) / most, 1)) if most else 0
    colour = "#0f6f4e" if weight > 0 else "#a1271a"
    bar = f"display:inline-block;height:.55em;width:{width}%;background:{colour};border-radius:2px"
    inner = f'<span style="{_FRAME}"><span style="{bar}"></span></span>'
    return f'<span style="white-space:nowrap">{_signed(weight)} {inner}</span>'


def quoted(span: Span) -> str:
    """The text of a span in quotation marks, on one line."""
    return f'"{" ".join(span.text.split())}"'


def _sum(reasons: Sequence[Reason]) -> str:
    return _signed(sum(reason.weight for reason in reasons))


def _signed(weight: float) -> str:
    return f"{round(weight, 2) + 0.0:+.2f}"  # + 0.0: never -0.00
