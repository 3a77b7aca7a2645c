"""The extensions of spaCy's objects: `Doc._.coref`, `Span._.coref`, `Token._.coref`. Importing this sets them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

from spacy.tokens import Doc, Span, Token

from corefpipe.chains.coref import Antecedent, Chain, Coref
from corefpipe.chains.merging import cut
from corefpipe.chains.rewrite import ResolvedText

NAME = "coref"


class SpanCoref:
    """What coreference says of a span: of the mentions within it.

    Args:
        span: any span of a Doc.
    """

    def __init__(self, span: Span):
        self.span = span
        self._coref = Coref(span.doc)

    @property
    def mentions(self) -> list[Span]:
        """The mentions that lie within the span, itself if it is one."""
        return [m for m in self._coref.mentions if self.span.start <= m.start and m.end <= self.span.end]

    @property
    def chains(self) -> list[Chain]:
        """The whole chains of those mentions, each once, by the mention here that comes first."""
        ids = dict.fromkeys(mention.id_ for mention in self.mentions)
        by_id = {chain.id: chain for chain in self._coref.chains}
        return [by_id[id] for id in ids]

    def antecedents(self) -> list[Antecedent]:
        """See `Coref.antecedents`; of this very span."""
        return self._coref.antecedents(self.span)

    @property
    def probability(self) -> float | None:
        """See `Coref.probability`; of this very span."""
        return self._coref.probability(self.span)

    def resolve(self, keep: Sequence[Span] = ()) -> ResolvedText:
        """The text of the span with its mentions replaced (see `Coref.resolve`); offsets map to those of the Doc."""
        return self._coref.resolve(keep, self.span)

    def as_doc(self) -> Doc:
        """`Span.as_doc` with the chains of the mentions within the span, which spaCy leaves behind."""
        return cut(self.span)


class TokenCoref:
    """What coreference says of a token: of the mentions that hold it.

    Args:
        token: a token of a Doc.
    """

    def __init__(self, token: Token):
        self.token = token
        self._coref = Coref(token.doc)

    @property
    def mentions(self) -> list[Span]:
        """The mentions that hold the token, the innermost first."""
        return self._coref.mentions_of(self.token)

    @property
    def chains(self) -> list[Chain]:
        """Their chains."""
        return self._coref.chains_of(self.token)


def _extend(kind: Any, getter: Callable[[Any], Any]) -> None:
    if not kind.has_extension(NAME):
        kind.set_extension(NAME, getter=getter)
    elif kind.get_extension(NAME)[2] is not getter:
        what = f"{kind.__name__}._.{NAME} is set by somebody else already"
        warnings.warn(f"{what}; corefpipe.chains.Coref(doc) gives what corefpipe would", stacklevel=2)


_extend(Doc, Coref)
_extend(Span, SpanCoref)
_extend(Token, TokenCoref)
