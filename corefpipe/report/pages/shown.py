"""What a page shows of a document: its chains, and what is known of each mention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from corefpipe.document import Document


@dataclass(slots=True)
class MentionFacts:
    """What is known of a mention beside its words and its chain.

    Attributes:
        kind: pronoun, name, nominal, coordination or verb; "" if unknown.
        probability: calibrated probability of its link, or that it starts a chain; None if unknown.
        antecedent: index in the document of the mention that it was linked to; -1 for none.
        candidates: (index, probability) of likely antecedents, most probable first.
        reasons: ((feature and value, meaning), weight) of its link, largest weights first.
    """

    kind: str = ""
    probability: float | None = None
    antecedent: int = -1
    candidates: Sequence[tuple[int, float]] = ()
    reasons: Sequence[tuple[tuple[str, str], float]] = ()


@dataclass(slots=True)
class Shown:
    """A document to show, and what is known of its mentions.

    Attributes:
        document: with its chains.
        facts: one per mention; empty if nothing is known.
        gold: whether the chains were annotated by hand, or their source is not known.
    """

    document: Document
    facts: list[MentionFacts] = field(default_factory=list)
    gold: bool = False
