"""Groups of Universal Dependencies relations that many rules use."""

SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
OBJECTS = frozenset({"obj", "iobj"})
ARGUMENTS = SUBJECTS | OBJECTS | {"obl", "nmod"}
POSSESSORS = frozenset({"nmod:poss", "det:poss"})
