"""The attributes of mentions. Each is a function from the mention table to one string a mention, "" where unknown."""

from __future__ import annotations

import numpy as np

from corefpipe.features.attributes import grammar
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.parse import Parse

_VARIANTS = ("only", "long", "short", "middle")
_STOP = frozenset("DET ADP PUNCT CCONJ PART PRON SPACE AUX SCONJ SYM".split())


@attribute(of_span=True)
def kind(table: MentionTable) -> Column:
    """Pronoun, name, coordination or nominal."""
    start, end, head = table.spans.start, table.spans.end, table.spans.head
    pos, tags, lower = table.tokens("pos"), table.tokens("tags"), table.tokens("lower")
    conjunct, following = table.of_parse(_first_conjuncts)
    known = lower.in_(table.lexicon.canonical) & ~pos.is_("NOUN", "VERB", "AUX")
    named = pos.is_("PROPN") | tags.is_("NNP", "NNPS") | table.tokens("words").in_(table.of_parse(_name_words))
    pronoun = pos.is_("PRON")[head] | (pos.is_("DET")[head] & (end - start <= 2))
    rules = [
        np.where(pronoun, conjunct[head], following[head]) < end,
        pronoun,
        named[head],
        known[head] & (end - start == 1),  # a pronoun that the tagger takes for something else
        pos.is_("VERB", "AUX")[head],
    ]
    names = ("coordination", "pronoun", "name", "pronoun", "verb", "nominal")
    return Column.of_codes(np.select(rules, list(range(len(rules))), len(rules)), names)


@attribute(of_span=True)
def type(table: MentionTable) -> Column:
    """The kind; a pronoun's canonical form stands in for it (Bengtson & Roth 2008; Durrett & Klein 2013)."""
    kind, canonical = table["kind"], table.lexicon.canonical
    if canonical:
        forms = table.tokens("lower").at(table.spans.head).map(lambda word: canonical.get(word, "pronoun"))
    else:  # a language without a list
        forms = table.tokens("lemmas").at(table.spans.head)
    return forms.where(kind.is_("pronoun"), kind)


@attribute(of_span=True)
def form(table: MentionTable) -> Column:
    """How definite: the class of the determiner, or name, or the pronoun's own word."""
    pronoun, plain = table["kind"].is_("pronoun"), ~table["kind"].is_("pronoun", "name")
    classes = [
        grammar.definiteness(table.parse, start, head) if of_noun else "name"
        for of_noun, (start, _, head) in zip(plain.tolist(), table.spans, strict=True)
    ]
    return table.tokens("lower").at(table.spans.head).where(pronoun, Column.of(classes))


@attribute(of_span=True)
def head(table: MentionTable) -> Column:
    """The head word, lower case; of a name its last part."""
    return table.tokens("lower").at(table.once(name_heads))


@attribute(of_span=True)
def lemma(table: MentionTable) -> Column:
    """The lemma of the head; of a name that of its last part."""
    return table.tokens("lemmas").at(table.once(name_heads))


@attribute(of_span=True)
def first(table: MentionTable) -> Column:
    """The first word, lower case."""
    return table.tokens("lower").at(table.spans.start)


@attribute(of_span=True)
def last(table: MentionTable) -> Column:
    """The last word, lower case."""
    return table.tokens("lower").at(table.spans.end - 1)


@attribute(of_span=True)
def before(table: MentionTable) -> Column:
    """The word before the mention, lower case."""
    return table.tokens("lower").at(table.spans.start - 1, "^")


@attribute(of_span=True)
def after(table: MentionTable) -> Column:
    """The word after the mention, lower case."""
    return table.tokens("lower").at(_next(table), "$")


@attribute(of_span=True)
def governor(table: MentionTable) -> Column:
    """The lemma of the word that the mention depends on."""
    return table.tokens("lemmas").at(governors(table), "^")


@attribute(of_span=True)
def role(table: MentionTable) -> Column:
    """The grammatical role of the head; a conjunct has that of the first one."""
    return table.per_head(grammar.role_of)


@attribute()
def preposition(table: MentionTable) -> list[str]:
    """The preposition that governs the mention."""
    parse = table.parse
    found = []
    for _, _, head in table.spans:
        above = parse.heads[head]
        cases = [c for c in parse.children[head] if parse.deps[c] == "case" and c < head]
        found.append(parse.lower[cases[0]] if cases else parse.lower[above] if parse.pos[above] == "ADP" else "")
    return found


@attribute(of_span=True)
def length(table: MentionTable) -> Column:
    """Words in the mention, in bins."""
    return Column.binned(table.spans.end - table.spans.start, (1, 2, 3, 5, 9))


@attribute(of_span=True)
def number(table: MentionTable) -> list[str]:
    """Singular or plural, from the pronoun, coordination, morphology, determiner."""
    parse = table.parse
    return [
        grammar.number_of(parse, kind, start, head)
        for kind, (start, _, head) in zip(table.values("kind"), table.spans, strict=True)
    ]


@attribute(of_span=True)
def person(table: MentionTable) -> list[str]:
    """1, 2 or 3; 3 for all that is no pronoun."""
    return [
        (grammar.of_pronoun(table.parse, head, "person") or "3") if kind == "pronoun" else "3"
        for kind, (_, _, head) in zip(table.values("kind"), table.spans, strict=True)
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
        table.values("kind"), table.values("type"), counted, table.spans, strict=True
    ):
        listed = grammar.gender_of(table.parse, kind, type, start, end, head)
        titled = kind == "name" and table.parse.lower[start] in table.lexicon.titles
        found.append(count or listed if kind == "name" and not titled else listed or count)
    return found


@attribute()
def animacy(table: MentionTable) -> list[str]:
    """Animate or inanimate: pronoun, gender (where it is natural), entity type, noun list."""
    found = []
    natural = _natural_genders(table) if table.lexicon.reads_features() else table.values("gender")
    for kind, type, sex, entity, head in zip(
        table.values("kind"),
        table.values("type"),
        natural,
        table.values("entity_type"),
        table.values("lemma"),
        strict=True,
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


@attribute(of_span=True)
def entity_type(table: MentionTable) -> Column:
    """The entity type at the head, as the pipeline has it."""
    return table.tokens("entity_types").at(table.spans.head)


@attribute(of_span=True)
def core(table: MentionTable) -> list[str]:
    """The words in lower case without leading articles, demonstratives and a closing 's; "" for a pronoun."""
    return [
        "" if kind == "pronoun" else grammar.core_words(table.parse, start, end)
        for kind, (start, end, _) in zip(table.values("kind"), table.spans, strict=True)
    ]


@attribute()
def words(table: MentionTable) -> list[str]:
    """The content words up to the head's own phrase end, space-separated, sorted; "" for a pronoun."""
    parse = table.parse
    found = []
    for kind, (start, end, head) in zip(table.values("kind"), table.spans, strict=True):
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
def seen(table: MentionTable) -> Column:
    """How many earlier mentions have the same head lemma (or pronoun), in bins."""
    keys = table["type"].where(table["kind"].is_("pronoun"), table["lemma"])
    return Column.binned(keys.earlier(), (0, 1, 3, 8))


@attribute()
def seen_core(table: MentionTable) -> Column:
    """Whether an earlier mention has the same words: exact, none; "" for a pronoun."""
    core = table["core"]
    return Column.of_codes(np.where(core.known(), 1 + (core.earlier() > 0), 0), ("", "none", "exact"))


@attribute()
def nesting(table: MentionTable) -> Column:
    """Whether the mention lies within another, holds one, or both."""
    inside, holds = np.zeros((2, len(table)), dtype=np.int64)
    ends = table.spans.end.tolist()
    stack: list[int] = []
    for i, (start, end) in enumerate(zip(table.spans.start.tolist(), ends, strict=True)):
        while stack and (ends[stack[-1]] < end or ends[stack[-1]] <= start):
            stack.pop()
        if stack:
            inside[i] = holds[stack[-1]] = 1
        stack.append(i)
    return Column.of_codes(inside + 2 * holds, ("flat", "inside", "holds", "insideholds"))


@attribute(of_span=True)
def quote(table: MentionTable) -> Column:
    """Whether the mention stands in a quotation."""
    return Column.of_codes(np.where(table.quote_numbers >= 0, 1, 0), ("out", "in"))


@attribute()
def pronoun_near(table: MentionTable) -> Column:
    """The third-person pronoun that most often comes next after mentions with this head, by two to one."""
    near = table.lexicon.third_person
    following, lemma = table.of_parse(_following_pronouns), table["lemma"]
    counted = table["kind"].is_("name", "nominal")
    if len(near) < 2:  # nothing to choose from
        return Column.of_codes(np.zeros(len(table), dtype=np.int64), ("",))
    cells = lemma.codes[counted] * (len(near) + 1) + following[table.spans.end[counted]]
    counts = np.bincount(cells, minlength=len(lemma.names) * (len(near) + 1)).reshape(-1, len(near) + 1)[:, 1:]
    first, second = np.sort(counts, axis=1)[:, :-3:-1].T
    best = np.where((first > 0) & (first >= 2 * second), 1 + counts.argmax(axis=1), 0)
    return Column.of_codes(np.where(counted, best[lemma.codes], 0), ("", *near))


@attribute()
def variant(table: MentionTable) -> Column:
    """Of several spans with one head: the longest, the shortest, one between; "only" where there is one."""
    size = table.spans.end - table.spans.start
    order = np.lexsort((size, table.spans.head))
    starts = np.flatnonzero(np.diff(table.spans.head[order], prepend=-1))
    counts = np.diff(starts, append=len(size))
    shortest, longest = np.empty((2, len(size)), dtype=size.dtype)
    shortest[order] = np.repeat(size[order][starts], counts)
    longest[order] = np.repeat(size[order][starts + counts - 1], counts)
    alone = np.empty(len(size), dtype=bool)
    alone[order] = np.repeat(counts == 1, counts)
    return Column.of_codes(np.select([alone, size == longest, size == shortest], [0, 1, 2], 3), _VARIANTS)


@attribute(of_span=True)
def after_tag(table: MentionTable) -> Column:
    """The part of speech of the word after the mention."""
    return table.tokens("pos").at(_next(table), "$")


@attribute(of_span=True)
def place(table: MentionTable) -> Column:
    """Where in the document: first or a later sentence, at its start or not."""
    start, sentences = table.spans.start, table.of_parse(sentences_of)
    later = sentences[start] > 0
    opens = np.diff(sentences, prepend=-1)[start] > 0
    return Column.of_codes(2 * later + opens, ("first", "first start", "later", "later start"))


def name_heads(table: MentionTable) -> np.ndarray:
    """(n_mentions,) the head token of each, of a name that of its last part."""
    heads, ends = table.spans.head.copy(), table.spans.end
    parts = np.flatnonzero(table.tokens("deps").is_("flat") & table.tokens("pos").is_("PROPN"))
    named = np.zeros(len(table.parse), dtype=bool)
    named[table.heads[parts]] = True
    for row in np.flatnonzero(named[heads]).tolist():
        heads[row] = grammar.name_head(table.parse, int(heads[row]), int(ends[row]))
    return heads


def sentences_of(parse: Parse) -> np.ndarray:
    """(n_tokens,) number of the sentence."""
    return np.array(parse.sentences, dtype=np.int64)


def governors(table: MentionTable) -> np.ndarray:
    """(n_mentions,) what the head of each depends on, -1 for a root."""
    above = table.heads[table.spans.head]
    return np.where(above == table.spans.head, -1, above)


def _natural_genders(table: MentionTable) -> list[str]:
    """The gender of each mention that is no noun's mere grammatical one."""
    return [
        grammar.listed_gender(table.parse, kind, type, start, end, head)
        for kind, type, (start, end, head) in zip(table.values("kind"), table.values("type"), table.spans, strict=True)
    ]


def _next(table: MentionTable) -> np.ndarray:
    """(n_mentions,) the token after each, -1 at the end of the document."""
    return np.where(table.spans.end < len(table.parse), table.spans.end, -1)


def _first_conjuncts(parse: Parse) -> tuple[np.ndarray, np.ndarray]:
    """(n_tokens,) the first conjunct of each token, and the first after it; the end of the document for none."""
    conjuncts = np.array([i for i, dep in enumerate(parse.deps) if dep == "conj" and parse.heads[i] != i], dtype=int)
    heads = np.array(parse.heads, dtype=np.int64)[conjuncts]
    first, following = np.full((2, len(parse)), len(parse))
    np.minimum.at(first, heads, conjuncts)
    after = conjuncts > heads
    np.minimum.at(following, heads[after], conjuncts[after])
    return first, following


def _name_words(parse: Parse) -> set[str]:
    """Words with a capital that are proper nouns somewhere in the document: a tagger misses some of them."""
    return {word for word, pos in zip(parse.words, parse.pos, strict=True) if pos == "PROPN" and word[:1].isupper()}


def _following_pronouns(parse: Parse) -> np.ndarray:
    """(n_tokens + 1,) which pronoun of the third person comes next, counted from 1; 0 for none before the next name."""
    numbers = {word: number for number, word in enumerate(parse.lexicon.third_person, 1)}
    codes = np.zeros(len(parse) + 1, dtype=np.int64)
    stops = [len(parse)]
    for token, pos in enumerate(parse.pos):
        if pos == "PRON":
            codes[token] = numbers.get(grammar.canonical_pronoun(parse, token), 0)
        elif pos == "PROPN":
            stops.append(token)
    speaks = codes > 0
    speaks[stops] = True
    where = np.where(speaks, np.arange(len(codes)), len(codes))
    return codes[np.minimum.accumulate(where[::-1])[::-1]]
