"""Relations of Universal Dependencies that many rules name."""

SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
OBJECTS = frozenset({"obj", "iobj"})
