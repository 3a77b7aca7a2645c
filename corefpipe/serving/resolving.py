"""Texts to JSON with chains, in a worker process."""

from __future__ import annotations

import json
import logging
import os
import signal
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from corefpipe.exceptions import CorefpipeError, CorefpipeWarning
from corefpipe.serving.problems import ProblemError
from corefpipe.serving.settings import Settings
from corefpipe.utils.own_code import run_code

if TYPE_CHECKING:  # spaCy is slow to import, and the process that answers requests does without
    from spacy.tokens import Doc, Span

    from corefpipe.resolver.resolving import Resolved

logger = logging.getLogger("corefpipe.serving")


class Answer(NamedTuple):
    """The answer to one text.

    Attributes:
        status: HTTP status code: 200, or that of the problem.
        body: JSON of the document or of the problem.
    """

    status: int
    body: bytes

    @classmethod
    def of(cls, value: dict[str, Any] | ProblemError) -> Answer:
        """The answer with a document or a problem."""
        status, members = (value.status, value.to_dict()) if isinstance(value, ProblemError) else (200, value)
        return cls(status, json.dumps(members, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode())


class Loaded(NamedTuple):
    """A worker process that has loaded its model.

    Attributes:
        pid: id of the process.
        language: code of the language that the model is for; "" if unknown.
        licence: of the model's weights; "" if unknown.
    """

    pid: int
    language: str
    licence: str


class TextResolver:
    """Resolves texts; a text that fails does not affect the others.

    Args:
        settings: the model.

    Raises:
        ModelError: no such model, or one without a parser.
        SettingError: the decoder has no such setting; an unknown `read_as`; the code cannot be imported.
    """

    def __init__(self, settings: Settings):
        from corefpipe.parsing.renewed import RenewedPipeline
        from corefpipe.plain_text.docs import check_read_as
        from corefpipe.resolver.loading import check_parser, load_resolver

        check_read_as(settings.read_as)
        run_code(settings.code)
        self.resolver = load_resolver(settings.model).configured(settings.overrides)
        check_parser(self.resolver, settings.model)
        self.pipeline = RenewedPipeline(self.resolver.base)
        self._read_as = settings.read_as

    def __call__(self, texts: Sequence[str]) -> list[Answer]:
        """One answer per text."""
        from corefpipe.resolver.resolving import resolve_in_detail

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", CorefpipeWarning)  # they stand in the answers
                found = resolve_in_detail(texts, self.resolver, self.pipeline(), read_as=self._read_as)
                return [Answer.of(self._as_json(resolved)) for resolved in found]
        except Exception as error:  # any error is answered, and the other texts are resolved
            if len(texts) == 1:
                return [Answer.of(problem_of(error))]
            answers = [answer for text in texts for answer in self([text])]
            if all(answer.status == 200 for answer in answers):
                logger.error("texts could not be resolved together, only one by one", exc_info=error)
            return answers

    def _as_json(self, resolved: Resolved) -> dict[str, Any]:
        doc = self.resolver.write(resolved.doc, resolved.resolution)
        warning = self.resolver.language_warning([token.lower_ for token in doc], doc.lang_)
        return {**doc.to_json(), "coref": _coref(doc), "warnings": [warning] if warning else []}


def _coref(doc: Doc) -> dict[str, Any]:
    """What `Doc.to_json` leaves out: chains with names, the group's probabilities and antecedents, who says what."""
    from corefpipe.chains.coref import Coref
    from corefpipe.chains.layout import SPANS_KEY, scores_of
    from corefpipe.chains.plain import quotation_as_dict

    members: dict[str, list[int]] = {}
    for number, span in enumerate(doc.spans[SPANS_KEY]):
        members.setdefault(span.id_, []).append(number)
    scores, coref = scores_of(doc.spans[SPANS_KEY]), Coref(doc)
    return {
        "chains": [{"id": chain.id, "name": chain.name, "mentions": members[chain.id]} for chain in coref.chains],
        "probabilities": [one.probability for one in scores],
        "antecedents": [[{"mention": index, "probability": p} for index, p in one.antecedents] for one in scores],
        "quotations": [quotation_as_dict(one, _range) for one in coref.quotations],
    }


def _range(span: Span) -> dict[str, int]:
    return {"start": span.start_char, "end": span.end_char}


def problem_of(error: Exception) -> ProblemError:
    """The problem of a text; an error that is not the text's is logged."""
    if isinstance(error, CorefpipeError):
        return ProblemError(422, error.problem, error.cure)
    logger.error("a text could not be resolved", exc_info=error)
    return ProblemError(500, "the text could not be resolved", "The log of the server has the error")


_resolver: TextResolver
"""Set in worker processes."""


def load(settings: Settings) -> Loaded:
    """Load the model in a worker process; call it first.

    The process ignores SIGTERM, which supervisors send to all processes of a service: it ends with its parent.
    """
    global _resolver
    from threadpoolctl import threadpool_limits

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _resolver = TextResolver(settings)
    threadpool_limits(1)  # the processes share the cores
    resolver = _resolver.resolver
    return Loaded(os.getpid(), resolver.language, str(resolver.meta.get("licence", "")))


def resolve(texts: Sequence[str]) -> list[Answer]:
    """Resolve texts in a worker process."""
    return _resolver(texts)


def text_resolver() -> TextResolver:
    """The model in a worker process."""
    return _resolver
