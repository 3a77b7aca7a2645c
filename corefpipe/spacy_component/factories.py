"""The factories of the components "corefpipe" and "corefpipe_turns", which spaCy finds by entry points."""

# Annotations are real objects here, not strings: the oldest spaCy that is supported reads a factory's at run time.

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from spacy.language import Language
from spacy.tokens import Doc

from corefpipe.dialogue.docs import mark_turns
from corefpipe.plain_text.docs import ReadAs, book_in, check_read_as, lay_out
from corefpipe.spacy_component.component import CorefComponent
from corefpipe.spacy_component.settings import Settings
from corefpipe.utils.settings import takes_fields


@Language.factory(
    "corefpipe_turns",
    assigns=["token._.speaker", "span._.speaker", "token._.corefpipe_hidden", "token.is_sent_start"],
    default_config={"read_as": "auto"},
)
def begin_turns(nlp: Language, name: str, read_as: str) -> Callable[[Doc], Doc]:
    """A component that finds the turns of a dialogue, or the layout of a book, in raw text before it is parsed.

    It sets speakers and sentence starts, and hides what are no words of a book's author. Without this component
    speakers are found as well, but the parser treats "Ann:" as part of what Ann says.

    Args:
        nlp, name: given by spaCy.
        read_as: "auto" finds out whether a text is a book, "book" reads it as one, "plain" as none.

    Raises:
        SettingError: another `read_as`.
    """
    check_read_as(read_as)
    return partial(_marked, read_as=cast(ReadAs, read_as))


def _marked(doc: Doc, read_as: ReadAs) -> Doc:
    mark_turns(doc)
    book = book_in(doc.text, doc.lang_ or "en", read_as)
    if book is not None:
        lay_out(doc, book, read_as)
    return doc


@Language.factory(
    "corefpipe",
    assigns=["doc.spans", "doc._.coref", "span._.coref", "token._.coref"],
    requires=["token.dep", "token.head", "token.pos"],
    default_config={
        "model": "en",
        **Settings().to_dict(),
        "scorer": {"@scorers": "corefpipe.coref_scorer.v1"},
    },
    default_score_weights={"coref_f": 1.0, "coref_p": None, "coref_r": None},
)
@takes_fields(Settings)
def make_coref(
    nlp: Language, name: str, model: str, scorer: Callable[..., dict[str, Any]] | None, **settings: Any
) -> CorefComponent:
    """The factory behind the entry point; its arguments are those of `CorefComponent`."""
    component = CorefComponent(model, name=name, scorer=scorer, **settings)
    component.join(nlp)
    return component
