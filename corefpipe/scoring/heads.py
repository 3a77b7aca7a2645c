"""Head word and type of a mention, from the annotation that a document has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError

PRONOUN, NAME, NOMINAL = "pronoun", "name", "nominal"
TYPES = (PRONOUN, NAME, NOMINAL)
TREE, FIRST = "tree", "first"

_PRONOUN_TAGS = frozenset(("PRP", "PRP$", "WP", "WP$", "EX"))
_NAME_TAGS = frozenset(("NNP", "NNPS"))
_NOUN_TAGS = _NAME_TAGS | {"NN", "NNS"}
# Where a noun phrase's modifiers begin that follow its head.
_AFTER_HEAD = frozenset(
    (",", ":", ".", "IN", "TO", "-LRB-", "WDT", "WP", "WP$", "WRB", "VBD", "VBZ", "VBP", "VBG", "MD")
)


def members(mention: Mention) -> list[int]:
    """Return the indices of a mention's words in the document."""
    return [word for start, end in mention.fragments or (mention.span,) for word in range(start, end)]


def head_words(mentions: Sequence[Mention], *syntax: Document, rule: str = TREE) -> list[int]:
    """Return the index of each mention's head word in the document.

    It is the annotated one; else, with the rule `TREE`, the word of the mention whose syntactic head is outside of it
    (the first if there are several), in the first document with `heads`; with `FIRST`, its first word.

    Args:
        mentions: mentions of a document.
        syntax: documents of the same words; the first one names the document in errors.
        rule: where heads come from that are not annotated.

    Raises:
        AnnotationError: a mention has no head, and no document has syntactic heads.
    """
    heads = next((document.heads for document in syntax if document.heads is not None), None)
    found = []
    for mention in mentions:
        if mention.head is not None:
            found.append(mention.head)
        elif rule == FIRST or mention.end - mention.start == 1:
            found.append(mention.start)
        elif heads is not None:
            found.append(_head(mention, heads))
        else:
            raise AnnotationError(
                f"the head of the mention in words {mention.start + 1} to {mention.end} is not known",
                document=str(syntax[0]),
                cure="Provide heads or a dependency parse (CoNLL-U), at least in the key, or take first words "
                "(heads='first', --heads first)",
                settings={"match": "exact"},
            )
    return found


def without_heads(mentions: Iterable[Mention]) -> int:
    """Return the number of mentions of several words whose head is not annotated."""
    return sum(mention.head is None and mention.end - mention.start > 1 for mention in mentions)


def _head(mention: Mention, heads: Sequence[int]) -> int:
    if mention.fragments:
        words = members(mention)
        inside = set(words)
        return next((word for word in words if heads[word] not in inside or heads[word] == word), words[0])
    # No lists of words: nested mentions have many in all.
    start, end = mention.span
    return next((word for word in range(start, end) if not start <= heads[word] < end or heads[word] == word), start)


def likely_heads(mentions: Sequence[Mention], syntax: Document) -> list[int]:
    """Return the index of each mention's head word, known or likely.

    It is that of `head_words`. Without heads and dependency parse, it is the last noun before the first comma,
    preposition, relative pronoun or finite verb; without tags either, the last word.

    Args:
        mentions: mentions of a document.
        syntax: a document of the same words.
    """
    found = []
    for mention in mentions:
        if mention.head is not None or syntax.heads is not None:
            found += head_words([mention], syntax)
        else:
            found.append(_last_noun(members(mention), syntax.tags) if syntax.tags is not None else mention.end - 1)
    return found


def mention_types(mentions: Sequence[Mention], syntax: Document) -> list[str]:
    """Return `pronoun`, `name` or `nominal` for each mention, by the part of speech of its likely head.

    A determiner that is a mention by itself is a pronoun ("This is new"), as in Universal Dependencies; and so is a
    mention without words, which is a dropped one.

    Args:
        mentions: mentions of a document.
        syntax: a document of the same words with `pos` (universal) or `tags` (Penn Treebank).

    Raises:
        AnnotationError: the document has neither column.
    """
    pos, tags = syntax.pos, syntax.tags
    if pos is None and tags is None:
        raise AnnotationError(
            "the types of its mentions are unknown",
            document=str(syntax),
            cure="Use a key with parts of speech",
        )
    found = []
    spoken = [mention for mention in mentions if mention.start < mention.end]
    heads = iter(likely_heads(spoken, syntax))
    for mention in mentions:
        if mention.start == mention.end:
            found.append(PRONOUN)
            continue
        head = next(heads)
        tag = "" if tags is None else tags[head]
        alone = tag == "DT" and mention.end - mention.start == 1
        if (pos is not None and pos[head] == "PRON") or tag in _PRONOUN_TAGS or alone:
            found.append(PRONOUN)
        elif (pos is not None and pos[head] == "PROPN") or tag in _NAME_TAGS:
            found.append(NAME)
        else:
            found.append(NOMINAL)
    return found


def _last_noun(words: Sequence[int], tags: Sequence[str]) -> int:
    last = None
    for word in words:
        if tags[word] in _AFTER_HEAD and last is not None:
            break
        if tags[word] in _NOUN_TAGS:
            last = word
    return words[0] if last is None else last
