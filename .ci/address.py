"""Write the address of the repository where it belongs: metadata, docs, CITATION.cff, and the links of README.

    python .ci/address.py https://github.com/OWNER/corefpipe

A package index shows README without the files beside it, so that only absolute links work there. Another address
replaces the last one.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UNKNOWN = "URL-OF-THE-REPOSITORY"
_LINK = re.compile(r"(?P<before>!?\[[^\]]*\]\()(?P<target>[^)#\s][^)\s]*)(?=\))")
_ABSOLUTE = re.compile(r"https?://[^)\s]+?/(?:blob|tree|raw)/main/")


def main(address: str, root: Path = ROOT) -> None:
    """Write an address into all files of a checkout.

    Args:
        address: of the repository, without a slash at the end.
        root: of the checkout.
    """
    if not re.fullmatch(r"https://[\w.-]+/[\w./-]*\w", address):
        raise SystemExit(
            f"{address!r} is no address of a repository: give one such as https://github.com/OWNER/corefpipe"
        )
    readme = root / "README.md"
    readme.write_text(with_links(readme.read_text(encoding="utf-8"), address, root), encoding="utf-8")
    start = root / "docs" / "start.md"
    clone = rf"(git clone --depth 1 )(?:{UNKNOWN}|https://\S+)( corefpipe)"
    _replace(start, clone, rf"\g<1>{address}\g<2>")
    for project in (root, *sorted((root / "distributions").iterdir())):
        _write_urls(project / "pyproject.toml", address)
    _write_line(root / "CITATION.cff", "repository-code", f'repository-code: "{address}"', after="license: ")
    _write_line(root / "mkdocs.yml", "repo_url", f"repo_url: {address}", after="site_description: ")


def with_links(text: str, address: str, root: Path) -> str:
    """A text whose links to files of the repository are absolute: pictures to the files, others to their pages."""

    def absolute(match: re.Match[str]) -> str:
        target = _ABSOLUTE.sub("", match["target"])
        if "://" in target:
            return match[0]
        path = root / target.partition("#")[0]
        if not path.exists():
            raise SystemExit(f"README.md links to {target}, which does not exist")
        kind = "raw" if match["before"].startswith("!") else "tree" if path.is_dir() else "blob"
        return f"{match['before']}{address}/{kind}/main/{target}"

    return _LINK.sub(absolute, text)


def _write_urls(path: Path, address: str) -> None:
    """Write the table of addresses of a pyproject.toml, before the first table after [project]."""
    docs, changes = "/tree/main/docs", "/blob/main/CHANGELOG.md"
    ends = {"Homepage": "", "Documentation": docs, "Changelog": changes, "Issues": "/issues"}
    table = "[project.urls]\n" + "".join(f'{name} = "{address}{end}"\n' for name, end in ends.items())
    text = re.sub(r"\[project\.urls\]\n(?:\w+ = .*\n)+\n", "", path.read_text(encoding="utf-8"))
    place = re.search(r"^\[(?!project\]|build-system\])", text, re.MULTILINE)
    if place is None:
        raise SystemExit(f"{path} has no table after [project]")
    path.write_text(f"{text[: place.start()]}{table}\n{text[place.start() :]}", encoding="utf-8")


def _write_line(path: Path, key: str, line: str, after: str) -> None:
    """Write the line of a key, after the line that begins with `after`."""
    text = re.sub(rf"^{key}: .*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")
    _replace(path, rf"^({after}.*\n)", rf"\g<1>{line}\n")


def _replace(path: Path, pattern: str, new: str) -> None:
    """Replace the only match of a pattern in a file."""
    text, count = re.subn(pattern, new, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    if count != 1:
        raise SystemExit(f"{path} has {count} places for {pattern}")
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
