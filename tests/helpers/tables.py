"""Hand-made mention tables, small enough to check features by eye."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from corefpipe.features import ATTRIBUTES, PAIR_FEATURES, MentionTable
from corefpipe.features.engine.cells import Block
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import Attribute, PairFeature
from corefpipe.features.engine.templates import Template
from helpers.parses import make_doc, make_table

LOST_KEYS = """
    Mrs. mrs. PROPN NNP 4 nsubj Number=Sing
    Nora Nora PROPN NNP 1 flat Number=Sing
    Bell Bell PROPN NNP 1 flat Number=Sing
    lost lose VERB VBD 0 root
    her she PRON PRP$ 8 nmod:poss Number=Sing|Person=3|Poss=Yes|PronType=Prs
    two two NUM CD 8 nummod
    old old ADJ JJ 8 amod
    keys key NOUN NNS 4 obj Number=Plur
    . . PUNCT . 4 punct

    The the DET DT 2 det
    captain captain NOUN NN 6 nsubj Number=Sing
    of of ADP IN 5 case
    the the DET DT 5 det
    team team NOUN NN 2 nmod Number=Sing
    said say VERB VBD 0 root
    that that SCONJ IN 9 mark
    she she PRON PRP 9 nsubj Number=Sing|Person=3|PronType=Prs
    found find VERB VBD 6 ccomp
    them they PRON PRP 9 obj Number=Plur|Person=3|PronType=Prs
    in in ADP IN 12 case
    Boston Boston PROPN NNP 9 obl Number=Sing
    . . PUNCT . 6 punct
"""

WORLD_BANK = """
    The the DET DT 3 det
    World World PROPN NNP 3 compound
    Bank Bank PROPN NNP 10 nsubj
    , , PUNCT , 6 punct
    the the DET DT 6 det
    lender lender NOUN NN 3 appos
    , , PUNCT , 3 punct
    is be AUX VBZ 10 cop
    a a DET DT 10 det
    group group NOUN NN 0 root
    . . PUNCT . 10 punct

    WB WB PROPN NNP 5 nsubj
    and and CCONJ CC 3 cc
    Tom Tom PROPN NNP 1 conj
    both both ADV RB 5 advmod
    praise praise VERB VBP 0 root
    it it PRON PRP 5 obj
"""

KEYS = """
    A a DET DT 3 det
    house house NOUN NN 3 compound
    key key NOUN NN 4 nsubj Number=Sing
    broke break VERB VBD 0 root

    The the DET DT 3 det
    old old ADJ JJ 3 amod
    key key NOUN NN 6 nsubj Number=Sing
    and and CCONJ CC 5 cc
    house house NOUN NN 3 conj Number=Sing
    rusted rust VERB VBD 0 root

    The the DET DT 2 det
    key key NOUN NN 3 nsubj Number=Sing
    shines shine VERB VBZ 0 root
"""

QUOTES = """
    “ “ PUNCT `` 3 punct
    I I PRON PRP 3 nsubj Number=Sing|Person=1|PronType=Prs
    slept sleep VERB VBD 6 ccomp
    , , PUNCT , 3 punct
    ” ” PUNCT '' 3 punct
    said say VERB VBD 0 root
    Tom Tom PROPN NNP 6 nsubj Number=Sing
    . . PUNCT . 6 punct

    He he PRON PRP 2 nsubj Number=Sing|Person=3|PronType=Prs
    left leave VERB VBD 0 root
    . . PUNCT . 2 punct
"""


CLAUSES = """
    Nora Nora PROPN NNP 2 nsubj
    thinks think VERB VBZ 0 root
    you you PRON PRP 6 nsubj
    might might AUX MD 6 aux
    not not PART RB 6 advmod
    find find VERB VB 2 ccomp
    Tom Tom PROPN NNP 9 nmod:poss
    's 's PART POS 7 case
    keys key NOUN NNS 6 obj Number=Plur
    . . PUNCT . 2 punct

    You you PRON PRP 2 nsubj
    know know VERB VBP 0 root
    two two NUM CD 2 obj
    of of ADP IN 5 case
    them they PRON PRP 3 nmod

    No no DET DT 2 det
    keys key NOUN NNS 3 nsubj Number=Plur
    open open VERB VBP 0 root
    Japanese Japanese ADJ JJ 6 amod
    or or CCONJ CC 6 cc
    doors door NOUN NNS 3 obj Number=Plur
    or or CCONJ CC 8 cc
    gates gate NOUN NNS 6 conj Number=Plur

    Many many ADJ JJ 2 amod
    gates gate NOUN NNS 0 root Number=Plur
"""


def lost_keys() -> MentionTable:
    """Mrs. Nora Bell; her two old keys; her; The captain of the team; the team; she; them; Boston."""
    types = {0: "person", 7: "object", 10: "person", 13: "organization", 20: "place"}
    doc = make_doc(LOST_KEYS, ["", "Mrs.NoraBell"], types)
    return make_table(doc, [(0, 3), (4, 8), (4, 5), (9, 14), (12, 14), (16, 17), (18, 19), (20, 21)])


def world_bank(
    spans: Iterable[tuple[int, int]] = ((0, 6), (4, 6), (8, 10), (11, 14), (11, 12), (13, 14), (16, 17)),
) -> MentionTable:
    """The World Bank, the lender; the lender; a group; WB and Tom; WB; Tom; it."""
    return make_table(make_doc(WORLD_BANK), spans)


def keys() -> MentionTable:
    """A house key; The old key; house; The key."""
    return make_table(make_doc(KEYS), [(0, 3), (4, 7), (8, 9), (10, 12)])


def quotes() -> MentionTable:
    """I; Tom; He."""
    return make_table(make_doc(QUOTES), [(1, 2), (6, 7), (8, 9)])


PARAGRAPHS = """
    Tom Tom PROPN NNP 2 nsubj Number=Sing
    left leave VERB VBD 0 root

    He he PRON PRP 2 nsubj Number=Sing|Person=3|PronType=Prs
    ran run VERB VBD 0 root

    He he PRON PRP 2 nsubj Number=Sing|Person=3|PronType=Prs
    fell fall VERB VBD 0 root
"""


def paragraphs() -> MentionTable:
    """Tom; He; He, who begins the second paragraph."""
    doc = make_doc(PARAGRAPHS)
    doc._.paragraph_starts = [0, 4]
    return make_table(doc, [(0, 1), (2, 3), (4, 5)])


def clauses() -> MentionTable:
    """Nora; you; Tom's keys; Tom's; You; two of them; them; No keys; Japanese; doors; gates; Many gates."""
    spans = [
        (0, 1),
        (2, 3),
        (6, 9),
        (6, 8),
        (10, 11),
        (12, 15),
        (14, 15),
        (15, 17),
        (18, 19),
        (20, 21),
        (22, 23),
        (23, 25),
    ]
    return make_table(make_doc(CLAUSES), spans)


def every_table() -> list[MentionTable]:
    """All tables of this file."""
    return [lost_keys(), world_bank(), keys(), quotes(), paragraphs()]


def all_pairs(table: MentionTable) -> MentionPairs:
    """All pairs of a mention and an earlier mention."""
    ana, ante = np.tril_indices(len(table), -1)
    return MentionPairs(table, ante, ana)


def value(feature: str, table: MentionTable, ante: int, ana: int, **parameters: Any) -> str | float:
    """The value of a pair feature on two mentions: "yes" or "", another value, or a number."""
    pairs = all_pairs(table)
    (at,) = np.flatnonzero((pairs.ante == ante) & (pairs.ana == ana))
    known = PAIR_FEATURES[feature]
    found = known.codes(pairs, parameters)[at]
    return float(found) if known.kind == "numeric" else known.values[int(found)]


def features_of(*modules: ModuleType) -> set[str]:
    """Names of the pair features that the modules register."""
    return _registered(PAIR_FEATURES, modules)


def attributes_of(*modules: ModuleType) -> set[str]:
    """Names of the attributes that the modules register."""
    return _registered(ATTRIBUTES, modules)


def _registered(registry: Mapping[str, Attribute | PairFeature], modules: Sequence[ModuleType]) -> set[str]:
    names = {module.__name__ for module in modules}
    return {name for name, known in registry.items() if known.compute.__module__ in names}


def template_keys(text: str, ante: list[int], ana: list[int]) -> list[int]:
    """The key of a template on each given pair of `lost_keys`, 0 where the template has no value."""
    block = Block(MentionPairs(lost_keys(), np.array(ante), np.array(ana)))
    (template,) = Template.read(text, text)
    cells = block.cells(template)
    return cells.spread(cells.keys, 0).tolist()
