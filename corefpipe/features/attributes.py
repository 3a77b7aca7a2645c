"""The attributes of mentions. Each is a function from the mention table to one string a mention, "" where unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from corefpipe.features import grammar
from corefpipe.features.registry import attribute
from corefpipe.features.table import MentionTable

_STOP = frozenset("DET ADP PUNCT CCONJ PART PRON SPACE AUX SCONJ SYM".split())


@attribute()
def kind(table: MentionTable) -> list[str]:
    """Pronoun, name, coordination or nominal."""
    return list(_kinds(table))


@attribute()
def type(table: MentionTable) -> list[str]:
    """The kind; a pronoun's canonical form stands in for it (Bengtson & Roth 2008; Durrett & Klein 2013)."""
    parse = table.parse
    return [
        grammar.canonical_pronoun(parse, head) if kind == "pronoun" else kind
        for kind, (_, _, head) in zip(table.values("kind"), table.triples(), strict=True)
    ]


@attribute()
def form(table: MentionTable) -> list[str]:
    """How definite: the class of the determiner, or name, or the pronoun's own word."""
    parse = table.parse
    return [
        parse.lower[head]
        if kind == "pronoun"
        else "name"
        if kind == "name"
        else grammar.definiteness(parse, start, head)
        for kind, (start, _, head) in zip(table.values("kind"), table.triples(), strict=True)
    ]


@attribute()
def head(table: MentionTable) -> list[str]:
    """The head word, lower case; of a name its last part."""
    parse = table.parse
    return [parse.lower[grammar.name_head(parse, head, end)] for _, end, head in table.triples()]


@attribute()
def lemma(table: MentionTable) -> list[str]:
    """The lemma of the head; of a name that of its last part."""
    parse = table.parse
    return [parse.lemmas[grammar.name_head(parse, head, end)] for _, end, head in table.triples()]


@attribute()
def first(table: MentionTable) -> list[str]:
    """The first word, lower case."""
    return [table.parse.lower[start] for start, _, _ in table.triples()]


@attribute()
def last(table: MentionTable) -> list[str]:
    """The last word, lower case."""
    return [table.parse.lower[end - 1] for _, end, _ in table.triples()]


@attribute()
def before(table: MentionTable) -> list[str]:
    """The word before the mention, lower case."""
    return [table.parse.lower[start - 1] if start else "^" for start, _, _ in table.triples()]


@attribute()
def after(table: MentionTable) -> list[str]:
    """The word after the mention, lower case."""
    lower = table.parse.lower
    return [lower[end] if end < len(lower) else "$" for _, end, _ in table.triples()]


@attribute()
def governor(table: MentionTable) -> list[str]:
    """The lemma of the word that the mention depends on."""
    parse = table.parse
    return [parse.lemmas[parse.heads[head]] if parse.heads[head] != head else "^" for _, _, head in table.triples()]


@attribute()
def role(table: MentionTable) -> list[str]:
    """The grammatical role of the head; a conjunct has that of the first one."""
    return [grammar.role_of(table.parse, head) for _, _, head in table.triples()]


@attribute()
def preposition(table: MentionTable) -> list[str]:
    """The preposition that governs the mention."""
    parse = table.parse
    found = []
    for _, _, head in table.triples():
        above = parse.heads[head]
        cases = [c for c in parse.children[head] if parse.deps[c] == "case" and c < head]
        found.append(parse.lower[cases[0]] if cases else parse.lower[above] if parse.pos[above] == "ADP" else "")
    return found


@attribute()
def length(table: MentionTable) -> list[str]:
    """Words in the mention, in bins."""
    return [_bin(end - start, (1, 2, 3, 5, 9)) for start, end, _ in table.triples()]


@attribute()
def number(table: MentionTable) -> list[str]:
    """Singular or plural, from the pronoun, coordination, morphology, determiner."""
    parse = table.parse
    return [
        grammar.number_of(parse, kind, start, head)
        for kind, (start, _, head) in zip(table.values("kind"), table.triples(), strict=True)
    ]


@attribute()
def person(table: MentionTable) -> list[str]:
    """1, 2 or 3; 3 for all that is no pronoun."""
    return [
        table.lexicon.person.get(type, "3") if kind == "pronoun" else "3"
        for kind, type in zip(table.values("kind"), table.values("type"), strict=True)
    ]


@attribute()
def gender(table: MentionTable) -> list[str]:
    """Male, female or neuter: pronoun, title, noun list, counts of pronouns (of names these first), first name, type.

    Counts were right of 22 LitBank names of 24 of which the lists said something else, lists of most such nouns
    (eval/lexicon).
    """
    counted = [gender if gender != "plural" else "" for gender in table.values("counted_gender")]
    found = []
    for kind, type, count, (start, end, head) in zip(
        table.values("kind"), table.values("type"), counted, table.triples(), strict=True
    ):
        listed = grammar.gender_of(table.parse, kind, type, start, end, head)
        titled = kind == "name" and table.parse.lower[start] in table.lexicon.titles
        found.append(count or listed if kind == "name" and not titled else listed or count)
    return found


@attribute()
def animacy(table: MentionTable) -> list[str]:
    """Animate or inanimate: pronoun, gender, entity type, noun list."""
    found = []
    for kind, type, sex, entity, head in zip(
        *(table.values(name) for name in ("kind", "type", "gender", "entity_type", "lemma")), strict=True
    ):
        if kind == "pronoun":
            found.append(table.lexicon.pronoun_animacy.get(type, ""))
        elif sex in ("male", "female") or entity in ("person", "animal") or head in table.lexicon.person_nouns:
            found.append("animate")
        else:
            found.append(
                "group"
                if entity == "organization" or head in table.lexicon.group_nouns
                else "inanimate"
                if entity
                else ""
            )
    return found


@attribute()
def entity_type(table: MentionTable) -> list[str]:
    """The entity type at the head, as the pipeline has it."""
    return [table.parse.entity_types[head] for _, _, head in table.triples()]


@attribute()
def core(table: MentionTable) -> list[str]:
    """The words in lower case without leading articles, demonstratives and a closing 's; "" for a pronoun."""
    return [
        "" if kind == "pronoun" else grammar.core_words(table.parse, start, end)
        for kind, (start, end, _) in zip(table.values("kind"), table.triples(), strict=True)
    ]


@attribute()
def words(table: MentionTable) -> list[str]:
    """The content words up to the head's own phrase end, space-separated, sorted; "" for a pronoun."""
    parse = table.parse
    found = []
    for kind, (start, end, head) in zip(table.values("kind"), table.triples(), strict=True):
        span = range(start, min(end, grammar.base_end(parse, head, end)))
        content = {
            parse.lemmas[i]
            for i in span
            if (parse.pos[i] not in _STOP and parse.lower[i] not in table.lexicon.titles)
            or i == grammar.name_head(parse, head, end)
        }
        found.append("" if kind == "pronoun" else " ".join(sorted(content)))
    return found


@attribute()
def seen(table: MentionTable) -> list[str]:
    """How many earlier mentions have the same head lemma (or pronoun), in bins."""
    counts: Counter[str] = Counter()
    found = []
    for kind, type, lemma in zip(*(table.values(name) for name in ("kind", "type", "lemma")), strict=True):
        key = type if kind == "pronoun" else lemma
        found.append(_bin(counts[key], (0, 1, 3, 8)))
        counts[key] += 1
    return found


@attribute()
def seen_core(table: MentionTable) -> list[str]:
    """Whether an earlier mention has the same words: exact, none; "" for a pronoun."""
    known: set[str] = set()
    found = []
    for core in table.values("core"):
        found.append("" if not core else "exact" if core in known else "none")
        known.add(core)
    return found


@attribute()
def nesting(table: MentionTable) -> list[str]:
    """Whether the mention lies within another, holds one, or both."""
    triples = table.triples()
    inside, holds = [False] * len(triples), [False] * len(triples)
    stack: list[int] = []
    for i, (_start, end, _) in enumerate(triples):
        while stack and triples[stack[-1]][1] < end:
            stack.pop()
        while stack and triples[stack[-1]][1] <= _start:
            stack.pop()
        if stack:
            inside[i] = holds[stack[-1]] = True
        stack.append(i)
    return [("inside" if a else "") + ("holds" if b else "") or "flat" for a, b in zip(inside, holds, strict=True)]


@attribute()
def quote(table: MentionTable) -> list[str]:
    """Whether the mention stands in a quotation."""
    number = table.quotes.number
    return ["in" if number[head] >= 0 else "out" for _, _, head in table.triples()]


@attribute()
def pronoun_near(table: MentionTable) -> list[str]:
    """The third-person pronoun that most often comes next after mentions with this head, by two to one."""
    parse = table.parse
    following = [""] * (len(parse) + 1)
    for token in range(len(parse) - 1, -1, -1):
        canonical = grammar.canonical_pronoun(parse, token) if parse.pos[token] == "PRON" else ""
        following[token] = canonical if canonical in ("he", "she", "it", "they") else following[token + 1]
        if parse.pos[token] == "PROPN":
            following[token] = ""
    counts: dict[str, Counter[str]] = {}
    lemmas = table.values("lemma")
    kinds = table.values("kind")
    for kind, lemma, (_, end, _head) in zip(kinds, lemmas, table.triples(), strict=True):
        if kind in ("name", "nominal"):
            counts.setdefault(lemma, Counter())[following[end]] += 1
    best = {}
    for lemma, tally in counts.items():
        del tally[""]
        ranked = tally.most_common(2)
        if ranked and ranked[0][1] >= 2 * (ranked[1][1] if len(ranked) > 1 else 0):
            best[lemma] = ranked[0][0]
    return [
        best.get(lemma, "") if kind in ("name", "nominal") else "" for kind, lemma in zip(kinds, lemmas, strict=True)
    ]


@attribute()
def variant(table: MentionTable) -> list[str]:
    """Of several spans with one head: the longest, the shortest, one between; "only" where there is one."""
    sizes: dict[int, list[int]] = {}
    for start, end, head in table.triples():
        sizes.setdefault(head, []).append(end - start)
    found = []
    for start, end, head in table.triples():
        all, size = sizes[head], end - start
        found.append(
            "only" if len(all) == 1 else "long" if size == max(all) else "short" if size == min(all) else "middle"
        )
    return found


@attribute()
def after_tag(table: MentionTable) -> list[str]:
    """The part of speech of the word after the mention."""
    pos = table.parse.pos
    return [pos[end] if end < len(pos) else "$" for _, end, _ in table.triples()]


@attribute()
def place(table: MentionTable) -> list[str]:
    """Where in the document: first or a later sentence, at its start or not."""
    sentences = table.parse.sentences
    return [
        ("first" if sentences[start] == 0 else "later")
        + (" start" if start == 0 or sentences[start - 1] != sentences[start] else "")
        for start, _, _ in table.triples()
    ]


def _kinds(table: MentionTable) -> Iterator[str]:
    parse, names = table.parse, table.once(_name_words)
    for start, end, head in table.triples():
        if parse.pos[head] in ("PRON", "DET") and (end - start <= 2 or parse.pos[head] == "PRON"):
            conjoined = any(parse.deps[c] == "conj" and c < end for c in parse.children[head])
            yield "coordination" if conjoined else "pronoun"
        elif any(parse.deps[c] == "conj" and head < c < end for c in parse.children[head]):
            yield "coordination"
        elif parse.pos[head] == "PROPN" or parse.tags[head] in ("NNP", "NNPS") or parse.words[head] in names:
            yield "name"
        elif (
            end - start == 1
            and parse.lower[head] in table.lexicon.canonical
            and parse.pos[head] not in ("NOUN", "VERB", "AUX")
        ):
            yield "pronoun"
        elif parse.pos[head] in ("VERB", "AUX"):
            yield "verb"
        else:
            yield "nominal"


def _name_words(table: MentionTable) -> set[str]:
    """Words with a capital that are proper nouns somewhere in the document: a tagger misses some of them."""
    parse = table.parse
    return {word for word, pos in zip(parse.words, parse.pos, strict=True) if pos == "PROPN" and word[:1].isupper()}


def _bin(value: int, edges: tuple[int, ...]) -> str:
    for edge in edges:
        if value <= edge:
            return f"≤{edge}"
    return f">{edges[-1]}"
