"""Tables of entities, one row per chain with its names, kind, gender and place in the text; and of mentions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from corefpipe.document.naming import NAME, OTHER, PHRASE, Named, main_of, type_of
from corefpipe.exceptions import require_one_of
from corefpipe.utils.frames import frame_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from corefpipe.lexicon import Lexicon


class EntityRow(NamedTuple):
    """An entity of a text: those columns of `corefpipe.entities.table` that need no parse.

    Attributes:
        document: name of the document.
        entity: id of the entity in the document.
        name: what names it best (see `main_of`).
        names: name -> number of mentions, most frequent first; so are all counts.
        phrases: other noun phrase -> number of mentions.
        pronouns: pronoun, or what else is no noun phrase, in lower case -> number of mentions.
        kind: its entity type (see `type_of`), as model or corpus call it; "" if unknown.
        gender: male, female or neuter, by its pronouns, else titles, nouns and first names (English); "" if unknown.
        mentions: number of mentions.
        first_word: index of the word with which the first mention begins.
        last_word: index of the word with which the last mention begins.
    """

    document: str
    entity: str
    name: str
    names: Mapping[str, int]
    phrases: Mapping[str, int]
    pronouns: Mapping[str, int]
    kind: str
    gender: str
    mentions: int
    first_word: int
    last_word: int


class MentionRow(NamedTuple):
    """A mention of a text.

    Attributes:
        document: name of the document.
        entity: id of its entity.
        name: what names the entity best, as in `EntityRow`.
        text: the mention itself.
        kind: "name", "phrase" or "other" (pronouns, verbs …).
        type: its entity type, as model or corpus call it; "" if unknown.
        sentence: index of its sentence.
        start: index of its first word.
        end: index after its last word.
        start_char: its first character in the raw text; None if the document does not know it.
        end_char: that after its last character.
    """

    document: str
    entity: str
    name: str
    text: str
    kind: str
    type: str
    sentence: int
    start: int
    end: int
    start_char: int | None
    end_char: int | None


Per = Literal["entity", "mention"]
"""What a row of a data frame is."""


class Described(NamedTuple):
    """What a mention says of its entity.

    Attributes:
        named: what it calls it.
        words: its words.
        head: index of the head among them.
        type: entity type, or "".
        start: index of its first word in the document.
    """

    named: Named
    words: Sequence[str]
    head: int
    type: str
    start: int


def entity_row(document: str, entity: str, mentions: Sequence[Described]) -> EntityRow:
    """The row of an entity.

    Args:
        document: name of the document.
        entity: its id.
        mentions: in text order, at least one.
    """
    told = [mention.named for mention in mentions]
    names, phrases, pronouns = _forms(told)
    return EntityRow(
        document,
        entity,
        told[main_of(told)].text,
        names,
        phrases,
        pronouns,
        type_of(mention.type for mention in mentions),
        _gender(mentions),
        len(mentions),
        mentions[0].start,
        mentions[-1].start,
    )


def by_size(rows: Iterable[EntityRow]) -> list[EntityRow]:
    """Rows with the most mentioned entities first; ties stay in order."""
    return sorted(rows, key=lambda row: -row.mentions)


def data_frame(
    entities: Callable[[], Sequence[EntityRow]], mentions: Callable[[], Sequence[MentionRow]], per: Per
) -> DataFrame:
    """A pandas DataFrame with the columns of `EntityRow` or `MentionRow`.

    Args:
        entities: gives the rows of entities.
        mentions: gives the rows of mentions.
        per: which of the two.

    Raises:
        CorefpipeError: pandas is not installed.
        SettingError: `per` is neither.
    """
    require_one_of("per", per, get_args(Per))
    if per == "entity":
        return frame_of(entities(), EntityRow._fields, "corefpipe resolve --format entities")
    return frame_of(mentions(), MentionRow._fields, "corefpipe resolve --format jsonl")


def _forms(mentions: Iterable[Named]) -> list[dict[str, int]]:
    """Names, noun phrases, and pronouns and others, with counts; those that are as frequent in alphabetical order."""
    counts: dict[str, Counter[str]] = {NAME: Counter(), PHRASE: Counter(), OTHER: Counter()}
    for kind, _, text in mentions:
        if text:
            counts[kind][text.lower() if kind == OTHER else text] += 1
    return [dict(sorted(one.items(), key=lambda pair: (-pair[1], pair[0]))) for one in counts.values()]


_RANK = 0.5
"""What "Captain" before a name counts for, beside 1 of a pronoun, or of "Mr.": a few wrong pronouns weigh less."""


def _gender(mentions: Sequence[Described]) -> str:
    """By the surest evidence that there is: pronouns and titles of names together; nouns; first names."""
    from corefpipe.lexicon import load_lexicon  # scoring and clustering need no words

    lexicon = load_lexicon()
    for evidence in (_of_pronoun_or_title, _of_noun, _of_first_name):
        found: dict[str, float] = {}
        for gender in filter(None, (evidence(lexicon, mention) for mention in mentions)):
            kind, weight = ("male", _RANK) if gender == _MOSTLY_MALE else (gender, 1)
            found[kind] = found.get(kind, 0) + weight
        if found:
            return max(found, key=found.__getitem__)
    return ""


_MOSTLY_MALE = "mostly male"


def _of_pronoun_or_title(lexicon: Lexicon, mention: Described) -> str:
    if len(mention.words) == 1:
        pronoun = lexicon.pronouns.get(mention.words[mention.head].lower())
        return pronoun.gender if pronoun is not None and pronoun.person == "3" else ""
    title, name = (word.lower() for word in mention.words[:2])
    if mention.named.kind != NAME or title not in lexicon.titles:
        return ""
    if lexicon.title_class[title] in lexicon.mostly_male_titles and name not in lexicon.female_names:
        return _MOSTLY_MALE
    return "male" if title in lexicon.male_titles else "female" if title in lexicon.female_titles else ""


def _of_noun(lexicon: Lexicon, mention: Described) -> str:
    head = mention.words[mention.head].lower()
    return lexicon.gender_of_noun(head) if mention.named.kind == PHRASE else ""


def _of_first_name(lexicon: Lexicon, mention: Described) -> str:
    if mention.named.kind != NAME or mention.type.lower() not in ("", "person", "per", "animal"):
        return ""
    words = [word.lower() for word in mention.words]
    first = words[1] if words[0] in lexicon.titles and len(words) > 2 else words[0]  # "Captain Sarah Hill"
    return "male" if first in lexicon.male_names else "female" if first in lexicon.female_names else ""
