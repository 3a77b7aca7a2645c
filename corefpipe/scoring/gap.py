"""Scores on GAP, equal to those of its own scorer: two decisions per row, by the gender of the pronoun.

Webster et al. 2018, "Mind the GAP"; `gap_scorer.py` in `github.com/google-research-datasets/gap-coreference`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from typing import Any, NamedTuple

import numpy as np

from corefpipe.exceptions import AlignmentError, FormatError
from corefpipe.formats.gap.reader import Answer, Row, read_answers, read_rows
from corefpipe.formats.reading import Reading
from corefpipe.scoring.registry import prf
from corefpipe.scoring.result import PRF
from corefpipe.utils.paths import as_path

# The forms in GAP, which has no reflexives. Its scorer fails on any other form.
GENDERS = {
    "he": "masculine",
    "him": "masculine",
    "his": "masculine",
    "she": "feminine",
    "her": "feminine",
    "hers": "feminine",
}


class Confusion(NamedTuple):
    """Numbers of right and wrong decisions."""

    true_positives: int
    false_positives: int
    false_negatives: int
    true_negatives: int


@dataclass(frozen=True, slots=True)
class GapScore:
    """The scores of predictions on GAP.

    Attributes:
        masculine: decisions on rows with he, him, his.
        feminine: decisions on rows with she, her, hers.
    """

    masculine: Confusion
    feminine: Confusion

    @property
    def overall(self) -> Confusion:
        """The decisions on all rows."""
        return Confusion(*(m + f for m, f in zip(self.masculine, self.feminine, strict=True)))

    def __getitem__(self, rows: str) -> PRF:
        """Recall, precision and F1 of `overall`, `masculine` or `feminine`, as fractions; 0/0 is 0."""
        found: Confusion = getattr(self, rows)
        right = found.true_positives
        counts = np.array([right, right + found.false_negatives, right, right + found.false_positives], dtype=float)
        return PRF(*prf(counts).tolist())

    @property
    def bias(self) -> float | None:
        """F1 of feminine rows over that of masculine ones; None where either is 0."""
        feminine, masculine = self["feminine"].f1, self["masculine"].f1
        return feminine / masculine if feminine and masculine else None

    def to_dict(self) -> dict[str, Any]:
        """`overall`, `masculine`, `feminine`: recall, precision, F1, unrounded, and the counts; `bias`."""
        found: dict[str, Any] = {}
        for rows in ("overall", "masculine", "feminine"):
            score, counts = self[rows], getattr(self, rows)._asdict()
            found[rows] = {"recall": score.recall, "precision": score.precision, "f1": score.f1, "counts": counts}
        return found | {"bias": self.bias}

    def __str__(self) -> str:
        """A table in percent."""
        lines = [f"{'':10}{'recall':>8}{'precision':>11}{'F1':>8}"]
        for rows in ("overall", "masculine", "feminine"):
            score = self[rows]
            lines.append(f"{rows:10}{100 * score.recall:8.2f}{100 * score.precision:11.2f}{100 * score.f1:8.2f}")
        return "\n".join([*lines, f"{'bias F/M':10}{'-' if self.bias is None else f'{self.bias:.4f}':>27}"])


def gap_score(
    key: str | PathLike[str] | Iterable[Row], predictions: str | PathLike[str] | Iterable[Answer]
) -> GapScore:
    """Score predictions on GAP.

    Args:
        key: a file of the data set, or its rows.
        predictions: a file of lines `ID<tab>A-coref<tab>B-coref`, or such answers (`formats.gap.writer.answer_of`).

    Raises:
        FormatError: a line that is not what it should be; an ID twice in a file; a pronoun without a gender.
        AlignmentError: key and predictions have not the same IDs.
    """
    reading = Reading()
    key_file = predictions_file = None
    if isinstance(key, (str, PathLike)):
        key_file = str(key)
        key = read_rows(as_path(key), reading)
    if isinstance(predictions, (str, PathLike)):
        predictions_file = str(predictions)
        predictions = read_answers(as_path(predictions), reading)
    rows: dict[str, Row] = {}
    for row in key:
        _unique(row.answer, rows, key_file)
        rows[row.answer.id] = row
    answers: dict[str, Answer] = {}
    for answer in predictions:
        _unique(answer, answers, predictions_file)
        answers[answer.id] = answer
    _align(rows, answers, key_file, predictions_file)
    # [gender][decided][right answer]
    counts = {gender: np.zeros((2, 2), dtype=int) for gender in ("masculine", "feminine")}
    for name, row in rows.items():
        table = counts[_gender(row, key_file)]
        table[int(answers[name].a), int(row.answer.a)] += 1
        table[int(answers[name].b), int(row.answer.b)] += 1
    return GapScore(*(Confusion(*map(int, (t[1, 1], t[1, 0], t[0, 1], t[0, 0]))) for t in counts.values()))


def _unique(answer: Answer, seen: dict[str, Any], file: str | None) -> None:
    if answer.id in seen:
        raise FormatError(
            f"{answer.id} is used here a second time", cure="Write each ID once", file=file, line=answer.line
        )


def _align(rows: dict[str, Row], answers: dict[str, Answer], key: str | None, predictions: str | None) -> None:
    missing = [name for name in rows if name not in answers]
    extra = [name for name in answers if name not in rows]
    if missing:
        raise AlignmentError(
            f"no prediction for {len(missing)} of {len(rows)} rows, the first of them {missing[0]}",
            cure="Write a line for each row of the key, FALSE FALSE where no name corefers",
            file=predictions,
        )
    if extra:
        raise AlignmentError(
            f"{len(extra)} predictions for rows that the key{f' {key}' if key else ''} has not, the first of them "
            f"{extra[0]}",
            cure="Were they made from another part of GAP?",
            file=predictions,
            line=answers[extra[0]].line,
        )


def _gender(row: Row, file: str | None) -> str:
    gender = GENDERS.get(row.pronoun.lower())
    if gender is None:
        raise FormatError(
            f"the pronoun {row.pronoun!r} has no gender",
            cure=f"GAP has {', '.join(GENDERS)}",
            file=file,
            line=row.answer.line,
            document=row.answer.id,
        )
    return gender
