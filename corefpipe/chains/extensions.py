"""spaCy's extensions `Doc._.coref`, `Span._.coref` and `Token._.coref`; importing this module registers them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc, Span, Token

from corefpipe.chains.chain import Antecedent, Chain
from corefpipe.chains.coref import Coref
from corefpipe.chains.habits import EXTENSIONS, foreign_extension, unknown_name
from corefpipe.chains.layout import has_chains
from corefpipe.chains.merging import cut
from corefpipe.chains.places import Place
from corefpipe.chains.rewrite import ResolvedText

NAME = "coref"
"""Name of the extension attributes: `doc._.coref`."""
_SHOWN, _NAMES = 40, 5
"""Characters of a span, and names of chains, in a repr."""


class SpanCoref:
    """The coreference of a span: `span._.coref`.

    >>> doc[0:5]._.coref.mentions
    [Ann, her keys, her]

    Args:
        span: any span of a Doc.
    """

    def __init__(self, span: Span):
        self.span = span
        self._coref = Coref(span.doc)

    if not TYPE_CHECKING:  # type checkers would take any name for an attribute

        def __getattr__(self, name: str) -> Any:
            unknown_name(self, name)

    def __repr__(self) -> str:
        return _repr(self, self.span)

    @property
    def mentions(self) -> list[Span]:
        """The mentions inside the span, including the span itself if it is a mention."""
        return [m for m in self._coref.mentions if self.span.start <= m.start and m.end <= self.span.end]

    @property
    def chains(self) -> list[Chain]:
        """The whole chains of those mentions, in order of their first mention in the span."""
        ids = dict.fromkeys(mention.id_ for mention in self.mentions)
        by_id = {chain.id: chain for chain in self._coref.chains}
        return [by_id[id] for id in ids]

    def antecedents(self) -> list[Antecedent]:
        """The likely antecedents of exactly this span (see `Coref.antecedents`)."""
        return self._coref.antecedents(self.span)

    def antecedent(self) -> Span | None:
        """The mention that exactly this span was linked to (see `Coref.antecedent`)."""
        return self._coref.antecedent(self.span)

    @property
    def probability(self) -> float | None:
        """The probability of exactly this span (see `Coref.probability`)."""
        return self._coref.probability(self.span)

    def resolve(self, keep: Place | Iterable[Place] = ()) -> ResolvedText:
        """The text of the span with its mentions replaced (see `Coref.resolve`); offsets map to the Doc's text."""
        return self._coref.resolve(keep, self.span)

    def as_doc(self) -> Doc:
        """`Span.as_doc` that keeps the chains of the mentions inside the span, which spaCy's own drops."""
        return cut(self.span)


class TokenCoref:
    """The coreference of a token: `token._.coref`.

    >>> doc[2]._.coref.chains
    [<Chain 1: Ann, her, She>, <Chain 2: her keys, them>]

    Args:
        token: a token of a Doc.
    """

    def __init__(self, token: Token):
        self.token = token
        self._coref = Coref(token.doc)

    if not TYPE_CHECKING:  # type checkers would take any name for an attribute

        def __getattr__(self, name: str) -> Any:
            unknown_name(self, name)

    def __repr__(self) -> str:
        return _repr(self, self.token)

    @property
    def mentions(self) -> list[Span]:
        """The mentions that contain the token, innermost first."""
        return self._coref.mentions_of(self.token)

    @property
    def chains(self) -> list[Chain]:
        """The chains of those mentions."""
        return self._coref.chains_of(self.token)


def _repr(coref: SpanCoref | TokenCoref, place: Span | Token) -> str:
    """What the coreference of a place looks like: its words, and the names of the first chains."""
    words = " ".join(place.text.split())
    start = f"<{type(coref).__name__} {words if len(words) <= _SHOWN else f'{words[: _SHOWN - 1]}…'!r}:"
    if not has_chains(place.doc):
        return f"{start} not resolved>"
    names = [chain.name for chain in coref.chains]
    more = [f"{len(names) - _NAMES} more"] if len(names) > _NAMES else []
    return f"{start} {', '.join([*names[:_NAMES], *more]) or 'no mention'}>"


def _register(kind: Any, name: str, getter: Callable[[Any], Any]) -> bool:
    """Register an extension unless other code has: returns whether the getter is the registered one."""
    if not kind.has_extension(name):
        kind.set_extension(name, getter=getter)
    return kind.get_extension(name)[2] is getter


for _kind, _view in ((Doc, Coref), (Span, SpanCoref), (Token, TokenCoref)):
    if not _register(_kind, NAME, _view):
        _taken = f"other code has already registered {_kind.__name__}._.{NAME}"
        warnings.warn(f"{_taken}; use corefpipe.chains.{_view.__name__} instead", stacklevel=2)
for _owner, _names in EXTENSIONS.items():
    for _name in _names:
        _register(_owner, _name, partial(foreign_extension, _name))
