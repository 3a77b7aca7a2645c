"""Sets of Universal Dependencies relations, of tags and of parts of speech that several rules name."""

SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
CLAUSAL_SUBJECTS = frozenset({"csubj", "csubj:pass"})
OBJECTS = frozenset({"obj", "iobj"})
ARGUMENTS = SUBJECTS | OBJECTS | {"obl", "nmod"}
POSSESSORS = frozenset({"nmod:poss", "det:poss"})
DETERMINERS = POSSESSORS | {"det"}
NAME_PARTS = frozenset({"flat", "compound"})
"""Relations of the other words of a name to its head."""
COMPLEMENT_CLAUSES = frozenset({"ccomp", "csubj", "xcomp"})
NOUN_CLAUSES = frozenset({"acl", "acl:relcl"})
"""Relations of a clause to the noun that it modifies."""
CLAUSES = COMPLEMENT_CLAUSES | NOUN_CLAUSES | {"advcl"}

NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
"""Parts of speech of the heads of noun phrases."""
PLURAL_TAGS = frozenset({"NNS", "NNPS"})
COMMON_NOUN_TAGS = frozenset({"NN", "NNS"})
