"""Settings of a scoring run: which mentions match, how irregular input is handled; all that could change a number."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, get_args, get_type_hints

from corefpipe.exceptions import SettingError, require_one_of

Match = Literal["exact", "head", "partial", "min-span"]
Singletons = Literal["keep", "drop"]
Repeats = Literal["error", "first", "official"]
Documents = Literal["error", "missing-as-empty"]
Words = Literal["check", "ignore"]
Zeros = Literal["ignore", "dependent", "linear"]
Heads = Literal["tree", "first"]
Display = Literal["rounded", "official"]

ALL, PREFIX = "all", "prefix"
"""Topics of scores across documents: all documents are of one, or it is the beginning of their names."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The settings of a scoring run.

    >>> from corefpipe.scoring import PROFILES, Policy
    >>> Policy(singletons="drop").singletons, PROFILES["corefud"].match
    ('drop', 'head')

    Attributes:
        match: which mention of the response is which of the key. `exact`: the same words. Otherwise mentions of the
            same words are matched first, and what is left one to one: `head`, both have the same head word;
            `partial`, the response mention lies within the key mention and contains its head (CorefUD's);
            `min-span`, both have the same minimum span (Moosavi et al. 2019).
        singletons: whether chains of one mention count wherever they stand, or are dropped from both sides first.
        repeats: what to do with a span that one side annotates more than once: an error; the first one counts; or the
            rules of the official scorer, which counts some of them and refuses a response with more than 10.
        documents: what to do with a document that is only in the key, or only in the response: an
            error; or the one is taken as without mentions, the other as not there.
        words: whether the words of key and response must be equal.
        zeros: whether zeros count, i.e. mentions whose head is an empty node, such as a dropped pronoun; and with them
            the empty nodes of other mentions. `ignore`: only words count, and mentions without any are left out.
            `dependent`: zeros are the same that have the same parents in the enhanced dependencies (`zeros.py`), and
            those left are matched as other mentions are. `linear`: all are matched as other mentions are.
        heads: where the heads of mentions come from that are not annotated, if the match or the zeros need them.
            `tree`: the word whose syntactic head is outside of the mention; `first`: the first word, which CorefUD's
            scorer takes.
        display: percentages rounded in a table, or truncated to two digits and laid out as by v8.01; then sums are
            added up in its order, too, and chains that it cannot read are refused.
        across: "" to score each document by itself. Otherwise entities are scored across documents (see
            `cross_document.py`): `all` documents count as one, or those of a topic: those with the same `prefix`, what
            is before the first _ or / of their names, or with the same value of a field of their metadata, by its name.
    """

    match: Match = "exact"
    singletons: Singletons = "keep"
    repeats: Repeats = "error"
    documents: Documents = "error"
    words: Words = "check"
    zeros: Zeros = "ignore"
    heads: Heads = "tree"
    display: Display = "rounded"
    across: str = ""

    def __post_init__(self) -> None:
        for name, valid in VALUES.items():
            require_one_of(name, getattr(self, name), valid)
        if self.repeats == "official" and self.match != "exact":
            raise SettingError(
                f"the official rule for repeats is not defined for the match {self.match!r}",
                cure="Take the rule 'error' or 'first'",
                settings={"match": "exact"},
            )
        if self.zeros != "ignore" and (
            self.match == "min-span" or self.repeats == "official" or self.display == "official"
        ):
            raise SettingError(
                f"zeros are not defined for the match {self.match!r} with the rule {self.repeats!r} for repeats",
                cure="Match 'exact', 'head' or 'partial' without the official rules, or leave zeros out",
                settings={"zeros": "ignore"},
            )

    def counts_as_official(self, repeated: bool) -> bool:
        """Whether a document, with or without `repeated` spans, is counted in the way of v8.01 (`official.py`)."""
        return self.display == "official" or (repeated and self.repeats == "official")

    def settings(self) -> dict[str, str]:
        """The settings that could change a number, by name."""
        without = {"display"} if self.needs_heads else {"display", "heads"}
        across = {"across": self.across} if self.across else {}
        return {name: getattr(self, name) for name in VALUES if name not in without} | across

    @property
    def needs_heads(self) -> bool:
        """Whether the heads of mentions could change a number."""
        return self.match in ("head", "partial") or self.zeros != "ignore"


VALUES: dict[str, tuple[str, ...]] = {
    name: get_args(hint) for name, hint in get_type_hints(Policy).items() if hint is not str
}
"""Setting -> its valid values."""

PROFILES: dict[str, Policy] = {
    "strict": Policy(),
    "official": Policy(repeats="official", documents="missing-as-empty", words="ignore", display="official"),
    "corefud": Policy(match="head", singletons="drop", zeros="dependent"),
}
"""Named policies: ours; the CoNLL scorer v8.01's; the primary score of the CorefUD shared tasks since 2024."""


def across_of(cross_document: bool, topic: str | None) -> str:
    """The setting `across` of scores across documents, by topic if one is given; "" for scores of single documents.

    Raises:
        SettingError: a topic, but no scores across documents.
    """
    if topic is not None and not cross_document:
        raise SettingError(
            "a topic is for scores across documents", cure="Add cross_document=True (--cross-document), or leave it out"
        )
    return (topic or ALL) if cross_document else ""


def policy_of(profile: str, **settings: str | None) -> Policy:
    """A profile with some settings changed; None leaves a setting unchanged.

    Raises:
        SettingError: a profile, or a value, that does not exist.
    """
    require_one_of("profile", profile, tuple(PROFILES))
    changed: dict[str, Any] = {name: value for name, value in settings.items() if value is not None}
    return replace(PROFILES[profile], **changed)
