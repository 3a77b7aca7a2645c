"""The user's own code that a model needs: features, decoders, constraints … that no installed package registers.

A model names them in its metadata, with the files that registered them: `code_names`, `code` and `code_digest`. They
are found when a model is written, in the registries, so it does not matter how its training got the code: by `--code`,
by an import, or in a notebook. Whoever loads the model has to import it first, or an error names what is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from corefpipe.clustering.registry import DECODERS, LEARNERS, PARTITIONERS
from corefpipe.exceptions import ModelError
from corefpipe.features import ATTRIBUTES, LEARNED, PAIR_FEATURES
from corefpipe.features.engine.spec import Spec
from corefpipe.resolver.constraints.registry import CONSTRAINTS
from corefpipe.utils.digests import digest_of_bytes
from corefpipe.utils.own_code import CodeFile, code_of_module
from corefpipe.utils.registry import Registry

FILES, NAMES, DIGEST = "code", "code_names", "code_digest"
"""Keys of the metadata."""
_REGISTRIES: dict[str, Registry[Any]] = {
    registry.what: registry
    for registry in (ATTRIBUTES, PAIR_FEATURES, LEARNED, DECODERS, LEARNERS, PARTITIONERS, CONSTRAINTS)
}
Used = tuple[Registry[Any], str]
"""Something that is used by its name in a registry."""


class NeededCode(NamedTuple):
    """Code of a user.

    Attributes:
        names: what it registers, such as "pair feature length_difference".
        files: the modules that do; none for a notebook's.
    """

    names: tuple[str, ...] = ()
    files: tuple[CodeFile, ...] = ()

    def digest(self) -> str:
        """Digest of the files' contents."""
        return digest_of_bytes(*(code.source for code in self.files))

    def to_meta(self) -> dict[str, Any]:
        """What the metadata of a model say of it; {} if there is none."""
        if not self.names:
            return {}
        files = [code.name for code in self.files]
        return {NAMES: list(self.names), **({FILES: files, DIGEST: self.digest()} if files else {})}


def needed_code(used: Iterable[Used]) -> NeededCode:
    """The user's code that registers what is used."""
    own = {f"{registry.what} {name}": module for registry, name in used if (module := registry.module_of_user(name))}
    files = [code for module in set(own.values()) if (code := code_of_module(module)) is not None]
    return NeededCode(tuple(sorted(own)), tuple(sorted(files, key=lambda code: (code.name, code.source))))


def used_by_features(spec: Spec) -> Iterator[Used]:
    """The attributes, pair features and learned models of a feature set."""
    for template in (*spec.link, *spec.start, *spec.mention):
        for part in template.parts:
            yield (ATTRIBUTES, part.attribute) if part.side else (PAIR_FEATURES, part.name)
            if part.learned:
                yield LEARNED, part.learned


def used_by_decoder(table: Mapping[str, Any]) -> Iterator[Used]:
    """The decoder of a `decoder_table`, and the partitioner that it names."""
    yield DECODERS, str(table["name"])
    if isinstance(table.get(PARTITIONERS.what), str):
        yield PARTITIONERS, table[PARTITIONERS.what]


def check_code(meta: Mapping[str, Any]) -> None:
    """Check that the code that the metadata of a model name has been imported.

    Raises:
        ModelError: something that it registers is missing.
    """
    missing = [one for one in _listed(meta, NAMES) if not _is_registered(one)]
    if not missing:
        return
    files = _listed(meta, FILES)
    of = f" of {' and '.join(files)}" if files else " of code of its own"
    given = " ".join(f"--code {file}" for file in files) or "--code FILE"
    raise ModelError(
        f"the model needs the {', '.join(missing)}{of}, which has not been imported",
        cure=f"Add {given} to the command; in Python, import the module before the model is loaded",
    )


def is_other_code(meta: Mapping[str, Any], needed: NeededCode) -> bool:
    """Whether the files that the metadata of a model name have other contents than those that were imported."""
    return bool(needed.files) and meta.get(DIGEST, "") not in ("", needed.digest())


def _is_registered(one: str) -> bool:
    """Whether something like "pair feature length_difference" is registered; what is of no known kind is not."""
    what, _, name = one.rpartition(" ")
    return what in _REGISTRIES and name in _REGISTRIES[what]


def _listed(meta: Mapping[str, Any], key: str) -> list[str]:
    found = meta.get(key, [])
    return [str(one) for one in found] if isinstance(found, list) else []
