"""Label schemes: spaCy's English (ClearNLP) relations as Universal Dependencies, entity types of OntoNotes as GUM's."""

from __future__ import annotations

# ClearNLP relation -> the UD relation with the same function in a noun phrase or clause.
_CLEAR_TO_UD = {
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "dobj": "obj",
    "dative": "iobj",
    "pobj": "obl",
    "attr": "attr",
    "poss": "nmod:poss",
    "relcl": "acl:relcl",
    "prep": "nmod",
    "preconj": "cc:preconj",
    "predet": "det:predet",
    "npadvmod": "obl:unmarked",
    "nounmod": "nmod",
    "intj": "discourse",
    "prt": "compound:prt",
    "quantmod": "advmod",
    "neg": "advmod",
    "meta": "parataxis",
    "ROOT": "root",
}

# OntoNotes entity type -> GUM's, which the features use.
_ONTONOTES_TO_GUM = {
    "PER": "person",
    "PERSON": "person",
    "ORG": "organization",
    "NORP": "person",  # as a noun, "an American" or "the Democrats": people
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "DATE": "time",
    "TIME": "time",
    "EVENT": "event",
    "PRODUCT": "object",
    "VEH": "object",
    "WEA": "object",
    "WORK_OF_ART": "abstract",
    "LAW": "abstract",
    "LANGUAGE": "abstract",
}


def ud_relation(label: str) -> str:
    """The UD relation for a ClearNLP or UD label; unknown labels are returned unchanged."""
    return _CLEAR_TO_UD.get(label, label)


def gum_entity_type(label: str) -> str:
    """GUM's entity type for an OntoNotes or GUM label; "" for unknown labels in capitals, others unchanged."""
    return _ONTONOTES_TO_GUM.get(label, "" if label.isupper() else label)
