"""The field `antecedents` of JSON lines, described in `reader.py`."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from corefpipe.formats.brackets import short
from corefpipe.formats.reading import Place

Written = tuple[int, ...]
"""A mention as it is written in the clusters."""


def read_antecedents(value: Any, clusters: Sequence[Sequence[Any]], place: Place, number: int) -> list[int]:
    """Return for each mention, cluster after cluster, the ordinal of its antecedent among all of them; -1 for none.

    Args:
        value: what the file has in the field.
        clusters: the mentions as they are written, which are valid.
        place: file and document.
        number: number of the line.

    Raises:
        FormatError: an antecedent is not an earlier mention of the same cluster.
    """
    cure = "Write for each mention null, or an earlier mention of its cluster as it is written there"
    lengths = [len(cluster) for cluster in clusters]
    if not isinstance(value, list) or [len(each) if isinstance(each, list) else -1 for each in value] != lengths:
        found = f"`antecedents` is not a list of {len(clusters)} lists as long as the clusters"
        raise place.error(found, cure, number)
    everywhere = {tuple(mention) for cluster in clusters for mention in cluster}
    antecedents: list[int] = []
    for cluster, written in zip(clusters, value, strict=True):
        ordinals: dict[Written, int] = {}
        for ordinal, mention in enumerate(cluster, len(antecedents)):
            ordinals.setdefault(tuple(mention), ordinal)
        for mention, antecedent in zip(cluster, written, strict=True):
            if antecedent is None:
                antecedents.append(-1)
                continue
            wrong = _wrong(tuple(mention), antecedent, ordinals, everywhere)
            if wrong:
                raise place.error(wrong, cure, number)
            antecedents.append(ordinals[tuple(antecedent)])
    return antecedents


def _wrong(mention: Written, antecedent: Any, cluster: Collection[Written], everywhere: Collection[Written]) -> str:
    """What is wrong with an antecedent; "" if it is an earlier mention of the cluster."""
    told = f"the antecedent {short(json.dumps(antecedent))} of the mention {short(json.dumps(mention))}"
    if not isinstance(antecedent, list) or not all(type(index) is int for index in antecedent):
        return f"{told} is in no cluster"
    found = tuple(antecedent)
    if found not in cluster:
        return f"{told} is in {'another' if found in everywhere else 'no'} cluster"
    if found == mention:
        return f"the mention {short(json.dumps(mention))} is its own antecedent"
    return f"{told} comes after it" if _text_order(found) > _text_order(mention) else ""


def _text_order(mention: Written) -> Written:
    """By the first word; of mentions that begin together the longer is first."""
    return *mention[:-1], -mention[-1]
