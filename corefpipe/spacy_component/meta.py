"""What a pipeline with the component writes into its `meta.json`: the licence of our weights, and corefpipe itself."""

from __future__ import annotations

import re
from typing import Any

from spacy.util import get_minor_version_range

from corefpipe.version import __version__

_BETWEEN = "; "  # between the licences of a pipeline's parts
_ENCODER = "encoder"  # the extra of models that need onnxruntime
_OURS = re.compile(r"\s*corefpipe\s*(?:\[([^]]*)\])?(?=\s*(?:$|[<>=!~;@,(]))")


def note_in_meta(meta: dict[str, Any], name: str, licence: str, needs_onnx: bool = False) -> None:
    """Add a component to a pipeline's `meta`, beside what is there; a second call replaces the first one's licence.

    spaCy does not notify components of their removal, so it stays there after `nlp.remove_pipe`.

    Args:
        meta: of the pipeline, changed in place: `license` becomes "MIT; corefpipe: CC BY-SA 4.0".
        name: of the component in its pipeline.
        licence: of the weights of its model; "" if unknown.
        needs_onnx: whether the model needs onnxruntime: then the requirement is `corefpipe[encoder]`.
    """
    own = f"{name}: "
    there = str(meta.get("license") or "")
    kept = [part for part in there.split(_BETWEEN) if part and not part.startswith(own)]
    meta["license"] = _BETWEEN.join([*kept, own + licence] if licence else kept)
    required = list(meta.get("requirements") or ())
    if not requires_us(meta):
        required.append(f"corefpipe{get_minor_version_range(__version__)}")
    meta["requirements"] = [_with_encoder(one) for one in required] if needs_onnx else required


def requires_us(meta: dict[str, Any]) -> bool:
    """Whether a pipeline's `meta` requires corefpipe, as that of a saved pipeline with the component does."""
    return any(map(_OURS.match, meta.get("requirements") or ()))


def _with_encoder(requirement: str) -> str:
    """A requirement, with our extra if it is one of corefpipe."""
    found = _OURS.match(requirement)
    if not found:
        return requirement
    extras = [extra.strip() for extra in (found[1] or "").split(",") if extra.strip()]
    return f"corefpipe[{','.join(sorted({*extras, _ENCODER}))}]{requirement[found.end() :]}"
