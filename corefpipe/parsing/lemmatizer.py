"""Lemmatizer: a spaCy component that looks up lemmas by tag and form; for unknown forms it uses rules for endings.

Given the tag, a lemma rarely depends on the context: on the dev sets of GUM and EWT this table is more accurate than
neural lemmatizers trained on the same data, and it does not invent words ("so" for "sold").
"""

# Annotations are no strings here: the oldest spaCy reads those of factories.

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Self

import numpy as np
import srsly
from spacy.attrs import ORTH, TAG
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.scorer import Scorer
from spacy.tokens import Doc
from spacy.training import Example
from spacy.vocab import Vocab

from corefpipe.exceptions import ModelError

FILE = "lemmas.json"
NAMES = ("NNP", "NNPS", "ADD")
"""Tags of the words whose lemmas keep their capitals: names and addresses."""
LONGEST_ENDING = 6
_FORMS, _ENDINGS = "forms", "endings"
_LEAST_FORMS = 2
"""Minimum number of forms with an ending and the same rule, for the rule to be applied to unknown forms."""

Table = dict[str, dict[str, str]]


class Lemmas:
    """Tables of lemmas.

    Args:
        forms: tag -> form -> lemma; a form in lower case applies to all cases without an entry of their own.
        endings: tag -> ending of a form -> rule from `rule_of`; the longest matching ending applies.
    """

    def __init__(self, forms: Table | None = None, endings: Table | None = None):
        self.forms: Table = forms or {}
        self.endings: Table = endings or {}

    @classmethod
    def learn(cls, words: Iterable[tuple[str, str, str]]) -> Self:
        """Learn the tables from (form, tag, lemma) triples."""
        counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        exact: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for form, tag, lemma in words:
            exact[tag, form][lemma] += 1
            counts[tag, _key(form, tag)][lemma if tag in NAMES else lemma.lower()] += 1
        known = {key: _most_common(found) for key, found in counts.items()}
        lemmas = cls({}, _endings(known))
        for table in (known, {key: _most_common(found) for key, found in exact.items()}):
            for (tag, form), lemma in sorted(table.items()):
                if lemmas.of(form, tag) != lemma:
                    lemmas.forms.setdefault(tag, {})[form] = lemma
        return lemmas

    def of(self, form: str, tag: str) -> str:
        """The lemma of a form with a tag; the form itself for an unknown tag."""
        forms, key = self.forms.get(tag, {}), _key(form, tag)
        known = forms.get(form) or forms.get(key)
        if known or tag not in self.endings:
            return known or form
        endings = self.endings[tag]
        rule = next(endings[one] for one in _endings_of(key) if one in endings)
        return _by_rule(key, rule) or form


def rule_of(form: str, lemma: str) -> str:
    """The rule that turns a form into its lemma: number of letters to cut, and the suffix to append."""
    pairs = zip(form, lemma, strict=False)
    same = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(form), len(lemma)))
    return f"{len(form) - same}|{lemma[same:]}"


def _by_rule(form: str, rule: str) -> str:
    cut, _, end = rule.partition("|")
    return form[: max(len(form) - int(cut), 0)] + end


def _key(form: str, tag: str) -> str:
    return form if tag in NAMES else form.lower()


def _most_common(counts: Counter[str]) -> str:
    # Ties are broken alphabetically, so that the result does not depend on the order of the words.
    return min(counts, key=lambda lemma: (-counts[lemma], lemma))


def _endings_of(form: str) -> Iterator[str]:
    """The endings of a form, the longest first, the empty one last."""
    yield from (form[-n:] for n in range(min(LONGEST_ENDING, len(form)), 0, -1))
    yield ""


def _endings(known: dict[tuple[str, str], str]) -> Table:
    """Tag -> ending -> the most frequent rule of its forms, if it differs from that of the next shorter ending."""
    counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for (tag, form), lemma in known.items():
        rule = rule_of(form, lemma)
        cut = int(rule.partition("|")[0])
        for ending in _endings_of(form):
            # A rule that cuts more than the ending does not generalize to other forms with that ending.
            counts[tag, ending][rule if cut <= len(ending) else ""] += 1
    found: Table = {}
    for (tag, ending), rules in sorted(counts.items(), key=lambda item: len(item[0][1])):
        table = found.setdefault(tag, {"": "0|"})
        rule = _most_common(rules)
        shorter = next(table[one] for one in _endings_of(ending[1:]) if one in table)
        if ending and rule and rule != shorter and rules[rule] >= _LEAST_FORMS:
            table[ending] = rule
    return found


class Lemmatizer(Pipe):
    """Sets the lemmas of Docs with tags.

    Args:
        vocab: of the Docs.
        name: of the component.
        lemmas: the tables.
    """

    def __init__(self, vocab: Vocab, name: str = "lemmatizer", lemmas: Lemmas | None = None) -> None:
        self.vocab = vocab
        self.name = name
        self.scorer = score_lemmas
        self.lemmas = lemmas or Lemmas()

    def __call__(self, doc: Doc) -> Doc:
        """Set the lemmas of a Doc."""
        strings = self.vocab.strings
        kinds, of_token = np.unique(doc.to_array([ORTH, TAG]).reshape(-1, 2), axis=0, return_inverse=True)
        lemmas = [strings.add(self.lemmas.of(strings[form], strings[tag])) for form, tag in kinds.tolist()]
        for token, kind in zip(doc, of_token.ravel().tolist(), strict=True):
            token.lemma = lemmas[kind]
        return doc

    def initialize(self, get_examples: Callable[[], Iterable[Example]], **_: Any) -> None:
        """Learn the tables from the references of examples."""
        self.lemmas = Lemmas.learn(
            (token.text, token.tag_, token.lemma_)
            for example in get_examples()
            for token in example.reference
            if token.lemma_ and token.tag_
        )

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the tables to a folder."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        srsly.write_json(folder / FILE, self._tables())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Self:
        """Read what `to_disk` wrote.

        Raises:
            ModelError: the file is not a table of lemmas.
        """
        return self._use(srsly.read_json(Path(path) / FILE))

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """The tables as bytes."""
        return srsly.msgpack_dumps(self._tables())

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Self:
        """Read what `to_bytes` returned.

        Raises:
            ModelError: they are not a table of lemmas.
        """
        return self._use(srsly.msgpack_loads(data))

    def _tables(self) -> dict[str, Table]:
        return {_FORMS: self.lemmas.forms, _ENDINGS: self.lemmas.endings}

    def _use(self, tables: Any) -> Self:
        if not isinstance(tables, dict) or not all(isinstance(tables.get(key), dict) for key in (_FORMS, _ENDINGS)):
            raise ModelError(f"{FILE} has no tables of forms and endings", cure="Get the model again")
        self.lemmas = Lemmas(tables[_FORMS], tables[_ENDINGS])
        return self


def score_lemmas(examples: Iterable[Example], **_: Any) -> dict[str, Any]:
    """The accuracy of lemmas, as spaCy's lemmatizers compute it."""
    found: dict[str, Any] = Scorer.score_token_attr(examples, "lemma")
    return found


@Language.factory("corefpipe_lemmatizer", assigns=["token.lemma"], requires=["token.tag"])
def make_lemmatizer(nlp: Language, name: str) -> Lemmatizer:
    """Make a lemmatizer without tables for a pipeline."""
    return Lemmatizer(nlp.vocab, name)
