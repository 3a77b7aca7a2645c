"""Relations of Universal Dependencies that many rules name."""

SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
OBJECTS = frozenset({"obj", "iobj"})
ARGUMENTS = SUBJECTS | OBJECTS | {"obl", "nmod"}
POSSESSORS = frozenset({"nmod:poss", "det:poss"})
