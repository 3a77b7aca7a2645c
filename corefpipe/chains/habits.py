"""Names of other coreference libraries, and what takes their place here."""

from __future__ import annotations

from typing import Any, NoReturn

from spacy.tokens import Doc, Token

from corefpipe.exceptions import UnknownNameError

OURS = {
    "coref_chains": "doc._.coref.chains",
    "coref_clusters": "doc._.coref.clusters (token offsets) or doc._.coref.chains",
    "coref_resolved": "doc._.coref.resolve()",
    "get_clusters": "doc._.coref.clusters or doc._.coref.clusters(as_strings=True)",
    "has_coref": "len(doc._.coref) > 0; doc._.coref.resolved says whether a component has resolved the Doc",
    "resolved_text": "doc._.coref.resolve()",
}
"""Name in fastcoref, coreferee or neuralcoref -> what to write."""
EXTENSIONS = {Doc: [name for name in OURS if name != "get_clusters"], Token: ["coref_chains", "coref_clusters"]}
"""The names that are extension attributes in those libraries."""


def unknown_name(owner: object, name: str) -> NoReturn:
    """Raise the error of an attribute that an object does not have; for names in `OURS` it says what to write.

    Raises:
        UnknownNameError: the name is one of `OURS`.
        AttributeError: any other name, or one whose property has raised this error.
    """
    if name in OURS:
        raise _error(name)
    object.__getattribute__(owner, name)  # raises the error that Python itself gives
    raise AttributeError(name)


def foreign_extension(name: str, owner: Doc | Token) -> Any:
    """The value of an extension attribute that another library has set; without one an error says what to write.

    Those libraries register their names only if they are free, so the values that they set must be returned.

    Raises:
        UnknownNameError: no other library has set it.
    """
    doc, start = (owner, None) if isinstance(owner, Doc) else (owner.doc, owner.idx)
    key = ("._.", name, start, None)  # where spaCy stores what is set
    values: dict[Any, Any] = doc.user_data
    if key not in values:
        raise _error(name)
    return values[key]


def _error(name: str) -> UnknownNameError:
    return UnknownNameError(f"corefpipe has no {name}, which is a name of other libraries", cure=f"Use {OURS[name]}")
