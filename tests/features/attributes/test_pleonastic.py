"""Pronouns without referent."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It it PRON PRP 2 expl\nhelps help VERB VBZ 0 root", "yes"),
        ("It it PRON PRP 2 nsubj\nrains rain VERB VBZ 0 root", "yes"),
        ("It it PRON PRP 2 nsubj\nruns run VERB VBZ 0 root", "no"),
        ("It it PRON PRP 2 obj\nrains rain VERB VBZ 0 root", "no"),
        ("It it PRON PRP 2 nsubj\nseems seem VERB VBZ 0 root\nhe he PRON PRP 4 nsubj\nran run VERB VBD 2 ccomp", "yes"),
        ("It it PRON PRP 2 nsubj\nseems seem VERB VBZ 0 root\nto to PART TO 4 mark\nrun run VERB VB 2 xcomp", "no"),
        (
            "It it PRON PRP 3 nsubj:pass\nis be AUX VBZ 3 aux:pass\nsaid say VERB VBN 0 root\n"
            "he he PRON PRP 5 nsubj\nran run VERB VBD 3 ccomp",
            "yes",
        ),
        (
            "It it PRON PRP 3 nsubj\nis be AUX VBZ 3 cop\nhard hard ADJ JJ 0 root\n"
            "to to PART TO 5 mark\nrun run VERB VB 3 csubj",
            "yes",
        ),
        (
            "It it PRON PRP 2 nsubj\nis be AUX VBZ 0 ROOT\nhard hard ADJ JJ 2 acomp\n"
            "to to PART TO 5 aux\nrun run VERB VB 3 xcomp",
            "yes",
        ),
        (
            "It it PRON PRP 4 nsubj\nis be AUX VBZ 4 cop\na a DET DT 4 det\npity pity NOUN NN 0 root\n"
            "he he PRON PRP 6 nsubj\nran run VERB VBD 4 csubj",
            "yes",
        ),
        (
            "It it PRON PRP 4 nsubj\nis be AUX VBZ 4 cop\nhis his PRON PRP$ 4 nmod:poss\nsecret secret NOUN NN 0 root\n"
            "he he PRON PRP 6 nsubj\nran run VERB VBD 4 acl",
            "no",
        ),
        ("This this PRON DT 2 nsubj\nrains rain VERB VBZ 0 root", "no"),
    ],
)
def test_pleonastic(text, expected):
    assert make_table(make_doc(text), [(0, 1)]).values("pleonastic") == [expected]
