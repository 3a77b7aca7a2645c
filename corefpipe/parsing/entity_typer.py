"""Entity typer: a spaCy component that predicts an entity type for the head token of each mention.

It sets `token._.entity_type`, "" for a token that is not the head of a mention. If an earlier component has set
`doc.ents`, the types of the heads of names agree with their labels. For training, the types are labels
of one-token spans in `doc.spans["entity_heads"]`, because spaCy's corpus readers and DocBin keep span groups but not
extensions, and `doc.ents` has the names. Docs without that group are not used for training.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from spacy.language import Language
from spacy.pipeline.tagger import DEFAULT_TAGGER_MODEL, Tagger
from spacy.scorer import PRFScore
from spacy.tokens import Doc, Span
from spacy.training import Example, validate_examples, validate_get_examples
from spacy.vocab import Vocab
from thinc.api import Model, SequenceCategoricalCrossentropy
from thinc.types import Floats2d

from corefpipe.chains.tokens import ENTITY_TYPE
from corefpipe.parsing.label_schemes import gum_entity_type

ENTITY_HEADS = "entity_heads"
"""Key in `doc.spans` of the heads of mentions, labelled with their types, in training documents."""


def put_entity_heads(doc: Doc, types: Sequence[str]) -> None:
    """Store the entity types of tokens for training; "" for tokens that are not heads of mentions."""
    doc.spans[ENTITY_HEADS] = [Span(doc, i, i + 1, label=type) for i, type in enumerate(types) if type]


def put_types(doc: Doc, types: Sequence[str]) -> None:
    """Set `token._.entity_type` of each token, "" for none; heads of `doc.ents` get the types of their labels."""
    agreed = list(types)
    for name in doc.ents:
        if known := gum_entity_type(name.label_):
            agreed[_root_of(doc, name.start, name.end)] = known
    for token, type in zip(doc, agreed, strict=True):
        # The key of this token's extension value in user_data, because `token._` is far slower.
        key = ("._.", ENTITY_TYPE, token.idx, None)
        if type:
            doc.user_data[key] = type  # type: ignore[index]
        else:
            doc.user_data.pop(key, None)  # type: ignore[call-overload]


def _root_of(doc: Doc, start: int, end: int) -> int:
    """The first token of a span whose head is outside; like `Span.root`, but also works without a valid tree."""
    heads = (doc[i].head.i for i in range(start, end))
    return next((i for i, head in enumerate(heads, start) if head == i or not start <= head < end), end - 1)


def score_entity_types(examples: Iterable[Example], **_: Any) -> dict[str, Any]:
    """Score predicted entity types against `doc.spans["entity_heads"]` of the reference.

    Returns:
        Micro-averaged precision, recall and F of heads with types (`entity_type_p`, `_r`, `_f`), the same per type
        (`entity_type_per_type`), and F of heads regardless of the type (`entity_head_f`).
    """
    typed, heads = PRFScore(), PRFScore()
    per_type: dict[str, PRFScore] = {}
    for example in examples:
        gold = {span.start: span.label_ for span in example.reference.spans.get(ENTITY_HEADS, ())}
        aligned = example.alignment.x2y
        predicted = {}
        for token in example.predicted:
            if label := token._.entity_type:
                # A predicted token aligned with several gold tokens counts for the last of them.
                target = aligned[token.i]
                predicted[int(target[-1]) if len(target) else -1 - token.i] = label
        typed.score_set(set(predicted.items()), set(gold.items()))
        heads.score_set(set(predicted), set(gold))
        for label in {*gold.values(), *predicted.values()}:
            per_type.setdefault(label, PRFScore()).score_set(
                {i for i, found in predicted.items() if found == label},
                {i for i, found in gold.items() if found == label},
            )
    return {
        "entity_type_p": typed.precision,
        "entity_type_r": typed.recall,
        "entity_type_f": typed.fscore,
        "entity_head_f": heads.fscore,
        "entity_type_per_type": {key: per_type[key].to_dict() for key in sorted(per_type)},
    }


class EntityTyper(Tagger):
    """A tagger whose labels are entity types, and "" for tokens that are not heads of mentions."""

    def __init__(self, vocab: Vocab, model: Model[Any, Any], name: str = "entity_typer") -> None:
        super().__init__(vocab, model, name, overwrite=True, scorer=score_entity_types)

    def set_annotations(self, docs: Iterable[Doc], batch_tag_ids: Sequence[Any]) -> None:
        """Set `token._.entity_type` to the predicted labels, for names to those of `doc.ents`."""
        for doc, ids in zip(docs, batch_tag_ids, strict=True):
            put_types(doc, [self.labels[label] for label in ids.tolist()])

    def get_loss(self, examples: Iterable[Example], scores: list[Floats2d]) -> tuple[float, Any]:
        """The loss and its gradient; tokens without entity annotation are ignored."""
        examples = list(examples)
        validate_examples(examples, "EntityTyper.get_loss")
        loss_func = SequenceCategoricalCrossentropy(names=list(self.labels), normalize=False)
        truths: list[Any] = [self._truths(example) for example in examples]
        d_scores, loss = loss_func(scores, truths)
        return float(loss), d_scores

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        labels: Iterable[str] | None = None,
    ) -> None:
        """Collect the labels from the examples, unless they are given, and initialize the model."""
        validate_get_examples(get_examples, "EntityTyper.initialize")
        if labels is None:
            labels = {
                span.label_ for example in get_examples() for span in example.reference.spans.get(ENTITY_HEADS, ())
            }
        for label in sorted({"", *labels}):
            self.add_label(label)
        sample = list(islice(get_examples(), 10))
        one_hot = [
            [[float(name == truth) for name in self.labels] for truth in self._truths(example)] for example in sample
        ]
        self.model.initialize(
            X=[example.predicted for example in sample],
            Y=[self.model.ops.asarray(rows, dtype="float32") for rows in one_hot],
        )

    @staticmethod
    def _truths(example: Example) -> list[str | None]:
        if ENTITY_HEADS not in example.reference.spans:
            return [None] * len(example.predicted)
        found: list[str | None] = [""] * len(example.predicted)
        for span in example.reference.spans[ENTITY_HEADS]:
            for token in example.alignment.y2x[span.start].tolist()[-1:]:
                found[token] = span.label_
        return found


@Language.factory(
    "corefpipe_entity_typer",
    assigns=["token._.entity_type"],
    default_config={"model": DEFAULT_TAGGER_MODEL},
    default_score_weights={"entity_type_f": 1.0, "entity_head_f": 0.0},
)
def make_entity_typer(nlp: Language, name: str, model: Model[Any, Any]) -> EntityTyper:
    """Make an entity typer for a pipeline."""
    return EntityTyper(nlp.vocab, model, name)
