"""Reasons in words: descriptions of feature columns, and the strongest reasons of many links at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from corefpipe.features import FeatureSet, MentionPairs, MentionTable
from corefpipe.features.engine.candidates import candidate_blocks
from corefpipe.features.engine.cells import ChosenBlock
from corefpipe.features.engine.needs import explained
from corefpipe.features.engine.parts import Coded, Part
from corefpipe.features.engine.registry import ATTRIBUTES, PAIR_FEATURES
from corefpipe.features.engine.spec import Spec
from corefpipe.features.engine.templates import Template

_CONTEXT = frozenset(("ana.type", "ante.type", "ana.kind", "ante.kind"))  # parts that other features are conjoined with
_SIDES = {"ana": "anaphor's", "ante": "antecedent's"}
LINKS = 16_384  # links processed together
_SMALL = 0.05  # weights below it are not shown as reasons


class Weighed(NamedTuple):
    """One reason of a link.

    Attributes:
        text: index of its text in `LinkReasons.texts`.
        weight: sum of the weights of all columns with this observation.
    """

    text: int
    weight: float


@dataclass(slots=True)
class LinkReasons:
    """The strongest reasons of the links of one document.

    Attributes:
        texts: (feature and value, meaning of the feature) of each distinct reason, as in `Reason`.
        by_mention: mention -> the reasons of its link, largest weights first.
    """

    texts: list[tuple[str, str]]
    by_mention: dict[int, list[Weighed]]


def link_reasons(
    features: FeatureSet, weights: np.ndarray, table: MentionTable, antecedent: np.ndarray, most: int
) -> LinkReasons:
    """The strongest reasons for and against the links of a document, the same as `explain` gives for each.

    Args:
        features: the feature set, fitted.
        weights: (n_columns,) of its vocabulary.
        table: the mentions.
        antecedent: (n_mentions,) antecedent of each mention, -1 for none. A link that is not among the candidates has
            no reasons.
        most: maximum number of reasons per link.
    """
    table.use_models(features.models)
    found = LinkReasons([], {})
    numbers: dict[tuple[str, str], int] = {}
    with explained(features.spec, [table]):
        for links in _chosen(features.spec, table, antecedent):
            strongest = _strongest(features, weights, links, most, numbers)
            found.by_mention.update(zip(links.pairs.ana.tolist(), strongest, strict=True))
    found.texts = list(numbers)
    return found


def _chosen(spec: Spec, table: MentionTable, antecedent: np.ndarray) -> Iterator[ChosenBlock]:
    """The links to these antecedents, in blocks of about `LINKS`, so that memory is bounded."""
    candidates, rows, n_links = [], [], 0
    for block in candidate_blocks(table, spec.candidates):
        ana, ante = block.anaphor(), block.antecedent.astype(np.int64)
        real = (ante >= 0) & (antecedent[ana] >= 0)  # all candidates of the anaphors that have an antecedent
        ana, ante = ana[real], ante[real]
        candidates.append(MentionPairs(table, ante, ana))
        rows.append(np.flatnonzero(antecedent[ana] == ante))
        n_links += len(rows[-1])
        if n_links >= LINKS:
            yield ChosenBlock(candidates, rows)
            candidates, rows, n_links = [], [], 0
    if n_links:
        yield ChosenBlock(candidates, rows)


def _strongest(
    features: FeatureSet, weights: np.ndarray, links: ChosenBlock, most: int, numbers: dict[tuple[str, str], int]
) -> list[list[Weighed]]:
    """The strongest reasons of each link; new texts are added to `numbers`."""
    groups = list(_groups(features.spec.link).items())
    total = np.zeros((len(links.pairs), len(groups)))
    for column, (_, templates) in enumerate(groups):
        for number, template in templates:
            cells = links.cells(template)
            if not len(cells.used):
                continue
            columns = features.fitted.columns(number, cells.keys)
            of_cells = np.where(columns < 0, 0.0, weights[columns])
            told = cells.spread_where(of_cells, 0.0)
            total[cells.where, column] += told if cells.numbers is None else told * cells.numbers
    order = np.argsort(-np.abs(total), axis=1, kind="stable")[:, :most]
    strongest = np.take_along_axis(total, order, axis=1)
    shown = np.abs(strongest) >= _SMALL
    text = np.zeros(order.shape, dtype=np.int64)
    for column, (parts, templates) in enumerate(groups):
        at = np.nonzero(shown & (order == column))
        text[at] = _texts([links.part(part) for part in parts], at[0], parts, about(templates[0][1]), numbers)
    ends = np.cumsum(shown.sum(axis=1)).tolist()
    reasons = list(map(Weighed, text[shown].tolist(), strongest[shown].tolist()))
    return [reasons[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _texts(
    coded: Sequence[Coded], rows: np.ndarray, parts: Sequence[Part], meaning: str, numbers: dict[tuple[str, str], int]
) -> np.ndarray:
    """(n_rows,) index of the text of these parts' values on each row; each text is built once."""
    kinds, kind = np.unique(np.stack([part.codes[rows] for part in coded], axis=1), axis=0, return_inverse=True)
    found = []
    for codes in kinds.tolist():
        values = [part.names[code] for part, code in zip(coded, codes, strict=True)]
        found.append(numbers.setdefault((_parts_in_words(parts, values), meaning), len(numbers)))
    return np.array(found, dtype=np.int64)[kind.reshape(-1)]  # NumPy 2.0 gives another shape


def _groups(templates: Sequence[Template]) -> dict[tuple[Part, ...], list[tuple[int, Template]]]:
    """Parts -> (number, template) of all templates with these, alone or conjoined with the mentions' types."""
    found: dict[tuple[Part, ...], list[tuple[int, Template]]] = {}
    for number, template in enumerate(templates):
        found.setdefault(_own(template.parts), []).append((number, template))
    return found


def in_words(template: Template, values: Sequence[str]) -> str:
    """The values of a template's parts, without the types of the mentions where other parts remain."""
    own = _own(template.parts)
    return _parts_in_words(own, [value for part, value in zip(template.parts, values, strict=True) if part in own])


def kinds_in_words(template: Template, values: Sequence[str]) -> str:
    """The types of the mentions that a template is conjoined with: "she → name", anaphor first; "" for none."""
    own = _own(template.parts)
    pairs = zip(template.parts, values, strict=True)
    sides = {part.name.partition(".")[0]: value for part, value in pairs if part not in own}
    if "ante" not in sides:
        return sides.get("ana", "")
    return f"{sides.get('ana', 'any')} → {sides['ante']}"


def about(template: Template) -> str:
    """The description of a template's feature; "" for a conjunction of several."""
    parts = [part.name for part in template.parts if part.name not in _CONTEXT]
    if len(parts) > 1 or not parts:
        return ""
    name = parts[0].rpartition(".")[2]
    return (ATTRIBUTES if "." in parts[0] else PAIR_FEATURES)[name].doc.split("\n")[0]


def _own(parts: Sequence[Part]) -> tuple[Part, ...]:
    return tuple(part for part in parts if part.name not in _CONTEXT) or tuple(parts)


def _parts_in_words(parts: Sequence[Part], values: Sequence[str]) -> str:
    return "; ".join(_part_in_words(part.name, value) for part, value in zip(parts, values, strict=True))


def _part_in_words(name: str, value: str) -> str:
    side, _, bare = name.rpartition(".")
    what = bare.replace("_", " ")
    return (f"{_SIDES[side]} " if side else "") + (what if value == "yes" else f"{what}: {value}")
