"""Compare two responses: differences, confidence intervals and significance tests over documents, for each metric."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from corefpipe.document import Document
from corefpipe.exceptions import AlignmentError, AnnotationError, CorefpipeError, SettingError
from corefpipe.scoring.groups import CONLL, metrics_named
from corefpipe.scoring.inputs import Annotation, documents_of
from corefpipe.scoring.policy import Documents, Heads, Match, Policy, Repeats, Singletons, Words, Zeros, policy_of
from corefpipe.scoring.registry import METRICS, Metric
from corefpipe.scoring.result import Score
from corefpipe.scoring.scorer import score_documents
from corefpipe.scoring.significance import Resampling, bootstrap, holm, noise, randomisation, wilcoxon
from corefpipe.utils.html import escaped
from corefpipe.utils.views import box, small, table_view

_FEW = 10
"""Number of documents below which a note warns that the tests can find little."""

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PValue:
    """A two-sided p-value.

    Attributes:
        raw: uncorrected.
        holm: corrected for the number of metrics (Holm 1979).
    """

    raw: float
    holm: float


@dataclass(frozen=True, slots=True)
class ComparedMetric:
    """F1 of one metric, or its value, for responses A and B, and the difference.

    Attributes:
        metric: name of the metric, or `conll`.
        lower: whether lower is better.
        a: number of response A over all documents.
        b: number of response B.
        difference: b - a.
        a_interval: bootstrap confidence interval of a.
        b_interval: bootstrap confidence interval of b.
        difference_interval: paired bootstrap confidence interval of the difference.
        randomisation: p-value of approximate randomisation, on the difference of the totals.
        wilcoxon: p-value of Wilcoxon's signed-rank test, on the differences per document, all of equal weight.
    """

    metric: str
    lower: bool
    a: float
    b: float
    difference: float
    a_interval: Interval
    b_interval: Interval
    difference_interval: Interval
    randomisation: PValue
    wilcoxon: PValue

    @property
    def title(self) -> str:
        """Title in a table; says so if lower is better."""
        title = METRICS[self.metric].title if self.metric in METRICS else "CoNLL"
        return f"{title} (lower is better)" if self.lower else title

    @property
    def better(self) -> str:
        """The response with the better number, `A` or `B`, significant or not; "" if they are equal."""
        if not self.difference:
            return ""
        return "B" if (self.difference < 0) == self.lower else "A"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two responses compared: `comparison["muc"].difference`, `comparison["conll"].randomisation.holm`.

    >>> key = {f"text {n}": [[(0, 1), (4, 6)], [(2, 3), (8, 9)]] for n in range(12)}
    >>> joined = {name: [sum(chains, [])] for name, chains in key.items()}
    >>> comparison = corefpipe.compare(key, joined, key)
    >>> round(comparison["muc"].difference, 3), comparison.verdict("muc")
    (0.2, 'B is better')

    Attributes:
        rows: the metrics, and the CoNLL average if its three metrics are among them.
        documents: the documents, in the order of the key.
        resampling: samples, confidence, seed.
        signature: every setting that could change a number, on one line.
        notes: one sentence per repeated span or missing document, with the response, and on too few documents or
            samples.
    """

    rows: tuple[ComparedMetric, ...]
    documents: tuple[str, ...]
    resampling: Resampling
    signature: str
    notes: tuple[str, ...] = ()

    def __getitem__(self, metric: str) -> ComparedMetric:
        """Return the row of a metric, or of `conll`."""
        return {row.metric: row for row in self.rows}[metric]

    def significant(self, p: PValue) -> bool:
        """Whether a p-value of these rows is below 1 - confidence after correction."""
        # The tolerance: 1 - 0.95 is slightly above 0.05.
        return p.holm < 1 - self.resampling.confidence - 1e-12

    def verdict(self, metric: str) -> str:
        """Return the result of the randomisation test in a few words."""
        row = self[metric]
        if not row.better:
            return "no difference"
        return f"{row.better} is better" if self.significant(row.randomisation) else "may be chance"

    def to_dict(self) -> dict[str, Any]:
        """Return metrics with unrounded numbers, number of documents, settings, notes and signature."""
        rows = {row.metric: asdict(row) | {"verdict": self.verdict(row.metric)} for row in self.rows}
        for row in rows.values():
            del row["metric"]
        settings = asdict(self.resampling)
        return {
            "metrics": rows,
            "documents": len(self.documents),
            **settings,
            "notes": list(self.notes),
            "signature": self.signature,
        }

    def __str__(self) -> str:
        """A table of numbers and intervals in percent, a table of p-values, and the signature."""
        numbers, tests = self._tables()
        about, star = self._legend()
        return "\n".join([about, *_aligned(numbers), "", *_aligned(tests), "", star, self.signature])

    def _repr_html_(self) -> str:
        """Both tables, the notes and the signature, for notebooks."""
        (head, *numbers), (below, *tests) = self._tables()
        about, star = self._legend()
        tables = (
            table_view([[escaped(cell) for cell in row] for row in rows], heads, right=True)
            for heads, rows in ((head, numbers), (below, tests))
        )
        return box(f"<b>Comparison</b> {escaped(about)}", *tables, *map(small, (star, *self.notes, self.signature)))

    def _tables(self) -> tuple[list[list[str]], list[list[str]]]:
        """Cells of the numbers with their intervals, and of the tests; the heads first."""
        numbers = [["", "A", "B", "B - A"]]
        tests = [["", "randomisation p", "Holm ", "Wilcoxon p", "Holm ", "verdict"]]
        for row in self.rows:
            numbers.append(
                [
                    row.title,
                    _cell(row, row.a, row.a_interval),
                    _cell(row, row.b, row.b_interval),
                    _cell(row, row.difference, row.difference_interval, "+"),
                ]
            )
            cells = [row.title]
            for p in (row.randomisation, row.wilcoxon):
                cells += [_p(p.raw), _p(p.holm) + (" ", "*")[self.significant(p)]]
            tests.append([*cells, self.verdict(row.metric)])
        return numbers, tests

    def _legend(self) -> tuple[str, str]:
        """What the brackets and the stars mean."""
        confidence, samples = self.resampling.confidence, self.resampling.samples
        return (
            f"{len(self.documents)} documents; in brackets {100 * confidence:g}% intervals, {samples} resamples",
            f"* below {1 - confidence:g} after Holm's correction for {len(self.rows)} numbers; "
            "the verdict is that of randomisation",
        )


def compare(
    key: Annotation,
    response_a: Annotation,
    response_b: Annotation,
    *,
    metrics: str | Iterable[str] = "coreference",
    samples: int = 10_000,
    confidence: float = 0.95,
    seed: int = 0,
    profile: str = "strict",
    match: Match | None = None,
    singletons: Singletons | None = None,
    repeats: Repeats | None = None,
    documents: Documents | None = None,
    words: Words | None = None,
    zeros: Zeros | None = None,
    heads: Heads | None = None,
) -> Comparison:
    """Compare two responses to the same key: differences, confidence intervals, significance.

    Documents are the units of resampling (each part of a document is one): at least two are needed, and more are
    better. Each metric gets a percentile bootstrap interval (Efron & Tibshirani 1993), a
    paired approximate randomisation test (Noreen 1989) and Wilcoxon's signed-rank test over documents, as Samdani,
    Chang & Roth 2014 use it; p-values are also given corrected for the number of metrics (Holm 1979): to test one
    metric, name that one only.

    >>> key = {f"text {n}": [[(0, 1), (4, 6)], [(2, 3), (8, 9)]] for n in range(12)}
    >>> joined = {name: [sum(chains, [])] for name, chains in key.items()}
    >>> corefpipe.compare(key, joined, key).verdict("conll")
    'B is better'

    Args:
        key: the true annotation, as in `score`.
        response_a: a response, as in `score`.
        response_b: the other one; differences are B - A.
        metrics: names from `METRICS`, or of groups from `GROUPS`.
        samples: number of bootstrap samples, and of random swaps.
        confidence: level of the intervals; p-values below 1 - confidence are called significant.
        seed: seed of the random numbers.
        profile: this and the following as in `score`.
        match: see `score`.
        singletons: see `score`.
        repeats: see `score`.
        documents: see `score`.
        words: see `score`.
        zeros: see `score`.
        heads: see `score`.

    Returns:
        The comparison; print it for a table.

    Raises:
        AnnotationError: there is only one document; and as in `score`.
        AlignmentError, FormatError: as in `score`.
        SettingError: a number is outside its range; a setting or metric does not exist.
    """
    resampling = Resampling(samples, confidence, seed)
    policy = policy_of(
        profile,
        match=match,
        singletons=singletons,
        repeats=repeats,
        documents=documents,
        words=words,
        zeros=zeros,
        heads=heads,
    )
    return compare_documents(
        documents_of(key),
        documents_of(response_a),
        documents_of(response_b),
        metrics_named(metrics),
        policy,
        resampling,
    )


def compare_documents(
    key: Iterable[Document],
    response_a: Iterable[Document],
    response_b: Iterable[Document],
    metrics: Sequence[Metric],
    policy: Policy,
    resampling: Resampling,
) -> Comparison:
    """Compare responses, given metrics, policy and resampling as objects; see `compare`."""
    documents = list(key)

    def scored(side: str, response: Iterable[Document]) -> Score:
        try:
            return score_documents(documents, response, metrics, policy)
        except CorefpipeError as error:
            error.message += f" (response {side})"
            raise

    return compare_scores(scored("A", response_a), scored("B", response_b), resampling)


def compare_scores(a: Score, b: Score, resampling: Resampling | None = None) -> Comparison:
    """Compare two scores of the same key, such as those of `score_partitions`.

    Raises:
        AlignmentError: they have different documents.
        AnnotationError: they have only one document.
        SettingError: they have different settings or metrics.
    """
    resampling = resampling or Resampling()
    _check(a, b)
    metrics = [METRICS[name] for name in a.counts]
    counts = np.stack([np.concatenate([one.counts[m.name] for m in metrics], axis=1, dtype=float) for one in (a, b)])
    ends = np.cumsum([a.counts[m.name].shape[1] for m in metrics])

    def numbers(sums: np.ndarray) -> np.ndarray:
        columns = np.split(sums, ends[:-1], axis=-1)
        found = {m.name: m.scores(part)[..., -1] for m, part in zip(metrics, columns, strict=True)}
        conll = [np.mean([found[name] for name in CONLL], axis=0)] if a.has_conll else []
        return np.stack([*found.values(), *conll], axis=-1)

    totals = numbers(counts.sum(axis=1))
    difference = totals[1] - totals[0]
    difference[np.abs(difference) <= noise(totals)] = 0
    bounds, difference_bounds = bootstrap(numbers, counts, resampling)
    chance, ranks = (
        np.stack([raw, holm(raw)]) for raw in (randomisation(numbers, counts, resampling), wilcoxon(numbers, counts))
    )
    rows = tuple(
        ComparedMetric(
            metric=name,
            lower=name in METRICS and METRICS[name].lower,
            a=float(totals[0, i]),
            b=float(totals[1, i]),
            difference=float(difference[i]),
            a_interval=_interval(bounds[:, 0, i]),
            b_interval=_interval(bounds[:, 1, i]),
            difference_interval=_interval(difference_bounds[:, i]),
            randomisation=PValue(*chance[:, i].tolist()),
            wilcoxon=PValue(*ranks[:, i].tolist()),
        )
        for i, name in enumerate([*a.counts, *["conll"] * a.has_conll])
    )
    signature = (
        f"{a.signature}|samples:{resampling.samples}|confidence:{resampling.confidence:g}|seed:{resampling.seed}"
    )
    return Comparison(rows, a.documents, resampling, signature, (*_notes(a, b), *_caveats(a, len(rows), resampling)))


def _interval(bounds: np.ndarray) -> Interval:
    low, high = bounds.tolist()
    return low, high


def _check(a: Score, b: Score) -> None:
    if a.documents != b.documents:
        raise AlignmentError("the scores are of other documents", cure="Score both responses against the same key")
    if a.signature != b.signature:
        raise SettingError(
            f"the scores were made with other settings: {a.signature} and {b.signature}",
            cure="Score both responses with the same metrics and the same policy",
        )
    if len(a.documents) < 2:
        raise AnnotationError(
            "there is nothing to resample in a single document: differences cannot be told from chance",
            cure="Compare over two documents at least, better over ten; or cut it into parts of the same name with "
            "part numbers of their own",
            document=a.documents[0] if a.documents else None,
        )


def _notes(a: Score, b: Score) -> list[str]:
    """Return the notes of both scores, each with its response; those on the key are merged."""
    sides = {note: [side for side, score in (("A", a), ("B", b)) if note in score.notes] for note in a.notes + b.notes}
    return [f"{' and '.join(names)}: {note}" for note, names in sides.items()]


def _caveats(score: Score, rows: int, resampling: Resampling) -> list[str]:
    size, found = len(score.documents), []
    if size < _FEW:
        found.append(
            f"{size} documents are few: intervals are rough, and no p-value can be below about {2 / 2**size:.2g}; "
            f"compare over {_FEW} at least"
        )
    if rows / (1 + resampling.samples) >= 1 - resampling.confidence:
        found.append(
            f"{resampling.samples} samples are few: of {rows} numbers none can be significant; draw more of them"
        )
    return found


def _cell(row: ComparedMetric, number: float, interval: Interval, sign: str = "") -> str:
    # Fractions of recall and precision in percent, as in the table of `score`.
    fraction = row.metric not in METRICS or len(METRICS[row.metric].names) > 1
    one, low, high = (f"{100 * value:{sign}.2f}" if fraction else f"{value:{sign}.4f}" for value in (number, *interval))
    return f"{one} [{low}, {high}]"


def _p(p: float) -> str:
    return f"{p:.4f}" if p >= 0.00005 else "<0.0001"


def _aligned(rows: list[list[str]]) -> list[str]:
    """Align cells in columns, the first one left and the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([f"{row[0]:{widths[0]}}", *(f"{c:>{w}}" for c, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]
