"""Coreference chains on a spaCy Doc: write them, read them, and keep them when Docs are merged or cut.

Importing this package registers the extensions `Doc._.coref`, `Span._.coref` and `Token._.coref`.
"""

from corefpipe.chains.chain import Antecedent, Chain, Entity
from corefpipe.chains.coref import Coref
from corefpipe.chains.extensions import SpanCoref, TokenCoref
from corefpipe.chains.merging import cut, merge
from corefpipe.chains.quotations import Quotation
from corefpipe.chains.rewrite import ResolvedText

__all__ = [
    "Antecedent",
    "Chain",
    "Coref",
    "Entity",
    "Quotation",
    "ResolvedText",
    "SpanCoref",
    "TokenCoref",
    "cut",
    "merge",
]
