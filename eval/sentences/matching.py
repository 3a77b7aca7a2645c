"""Which predicted mention stands for an expression, and whether a decision is right."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cases import Decision, Expression
from spacy.tokens import Doc, Span

BEFORE = re.compile(r"\W*(?:(?:the|an?|this|that|these|those)\s+\W*)?", re.IGNORECASE)
AFTER = re.compile(r"(?:['’]s)?\W*$", re.IGNORECASE)
PRONOUNS = frozenset(
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers"
    " herself it its itself they them their theirs themselves this that these those who whom whose which".split()
)
Chains = Sequence[Sequence[Span]]


def core(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out articles and demonstratives before a span of characters, and punctuation and 's around it."""
    before, after = BEFORE.match(text[start:end]), AFTER.search(text[start:end])
    left, right = start + (before.end() if before else 0), start + (after.start() if after else end - start)
    return (left, right) if left < right else (start, end)


def same_head(one: Span, other: Span) -> bool:
    """Whether two spans have the same head in the parse, neither is a pronoun, and both or neither is coordinated.

    Without the last condition "Ann" would stand for "Ann and Bob", whose head is Ann.
    """
    pronoun = any(len(span) == 1 and span.text.lower() in PRONOUNS for span in (one, other))
    return not pronoun and one.root == other.root and is_coordinated(one) == is_coordinated(other)


def is_coordinated(span: Span) -> bool:
    """Whether the head of a span is the first member of a coordination inside it."""
    return any(token.dep_ == "conj" and span.start <= token.i < span.end for token in span.root.children)


def mention_of(expression: Expression, doc: Doc, mentions: Sequence[Span]) -> Span | None:
    """Return the mention that stands for an expression: the first rule that finds one decides.

    1. The same characters.
    2. The same characters after articles and demonstratives before, and punctuation and 's around both, are left out.
    3. The same head, that is the highest token of the expression in the predicted parse; neither is a pronoun; both or
       neither is coordinated. Of several mentions the one nearest in length, so that "Ann, a doctor" stands for "Ann"
       where "Ann" itself is no mention.
    """
    wanted = (expression.start, expression.end)
    for mention in mentions:
        if (mention.start_char, mention.end_char) == wanted:
            return mention
    for mention in mentions:
        if core(doc.text, mention.start_char, mention.end_char) == core(doc.text, *wanted):
            return mention
    span = doc.char_span(*wanted, alignment_mode="expand")
    if span is None or not doc.has_annotation("DEP"):
        return None
    alike = [mention for mention in mentions if same_head(span, mention)]
    return min(alike, key=lambda mention: abs(len(mention) - len(span)), default=None)


def is_right(decision: Decision, doc: Doc, chains: Chains) -> bool:
    """Whether the chains of a Doc agree with a decision; a chain of one mention counts as none."""
    chain_of = {
        (mention.start, mention.end): number
        for number, chain in enumerate(chains)
        if len(chain) > 1
        for mention in chain
    }
    mentions = [doc[start:end] for start, end in chain_of]
    found = []
    for expression in (decision.first, decision.second):
        mention = expression and mention_of(expression, doc, mentions)
        found.append(chain_of[mention.start, mention.end] if mention else None)
    first, second = found
    if decision.kind == "single":
        return first is None
    together = first is not None and first == second
    return together == (decision.kind == "same")
