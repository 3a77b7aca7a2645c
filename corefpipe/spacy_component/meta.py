"""What a pipeline with the component writes into its `meta.json`: the licence of our weights, and corefpipe itself."""

from __future__ import annotations

from typing import Any

from spacy.util import get_minor_version_range

from corefpipe.version import __version__

_BETWEEN = "; "  # between the licences of a pipeline's parts


def note_in_meta(meta: dict[str, Any], name: str, licence: str) -> None:
    """Add a component to a pipeline's `meta`, beside what is there; a second call replaces the first one's licence.

    Args:
        meta: of the pipeline, changed in place: `license` becomes "MIT; corefpipe: CC BY-SA 4.0".
        name: of the component in its pipeline.
        licence: of the weights of its model; "" if unknown.
    """
    own = f"{name}: "
    there = str(meta.get("license") or "")
    kept = [part for part in there.split(_BETWEEN) if part and not part.startswith(own)]
    meta["license"] = _BETWEEN.join([*kept, own + licence] if licence else kept)
    required = list(meta.get("requirements") or ())
    if not any(_package_of(requirement) == "corefpipe" for requirement in required):
        meta["requirements"] = [*required, f"corefpipe{get_minor_version_range(__version__)}"]


def _package_of(requirement: str) -> str:
    """The name of the package that a requirement such as "corefpipe[encoder]>=0.1" begins with."""
    return requirement.strip().split("[")[0].rstrip(" <>=!~0123456789.,*;").strip().lower()
