"""Pages that are files of the repository (evaluations, cards, the change log), and links from pages to such files.

In a page `repo:eval/scorer/README.md` is a link to a file of the repository: to its page if it has one, else it is
shown as a path. Links and pictures inside these files keep working.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?!https?:|#|mailto:)([^)\s#]+)(#[^)\s]*)?\)")
PICTURES = (".png", ".svg")


def pages_of_files() -> dict[str, str]:
    """Path of a file in the repository -> path of its page."""
    found = {
        "CHANGELOG.md": "changelog.md",
        "corefpipe/models/en/README.md": "evaluation/model-card.md",
        "corpora/README.md": "corpora/index.md",
        "corpora/GUIDELINES.md": "corpora/guidelines.md",
    }
    for path in sorted(ROOT.glob("eval/*/*.md")):
        name = "index" if path.name == "README.md" else path.stem.lower()
        found[path.relative_to(ROOT).as_posix()] = f"evaluation/{path.parent.name}/{name}.md"
    for path in sorted(ROOT.glob("corpora/cards/*.md")):
        name = "index" if path.name == "README.md" else path.stem
        found[path.relative_to(ROOT).as_posix()] = f"corpora/cards/{name}.md"
    return found


PAGES = pages_of_files()


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages, and the pictures to which they link."""
    pictures: set[str] = set()
    for source, target in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, target, content=text))
        for *_, link, _ in LINK.findall(text):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
            if path.endswith(PICTURES) and (ROOT / path).is_file():
                pictures.add(path)
    files.append(File.generated(config, "evaluation/index.md", content=_index()))
    for path in sorted(pictures):
        files.append(File.generated(config, f"pictures/{path}", abs_src_path=str(ROOT / path)))
    return files


def _index() -> str:
    """The page with links to all evaluations, by the first line of each."""
    lines = ["# Evaluation", ""]
    lines += [
        "Every figure in these pages comes from a script in `eval/`. Each folder has its protocol and last results.",
        "",
    ]
    lines += ["- [Model card](model-card.md)"]
    for source, target in PAGES.items():
        if target.startswith("evaluation/") and target.endswith("/index.md"):
            title = (ROOT / source).read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
            lines.append(f"- [{title}]({target.removeprefix('evaluation/')})")
    return "\n".join(lines)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links to files of the repository into links to their pages."""
    own = {target: source for source, target in PAGES.items()}.get(page.file.src_uri)

    def replaced(match: re.Match[str]) -> str:
        mark, text, link, anchor = match.group(1), match.group(2), match.group(3), match.group(4) or ""
        if link.startswith("repo:"):
            path = link.removeprefix("repo:")
        elif own is not None:
            path = posixpath.normpath(posixpath.join(posixpath.dirname(own), link))
        else:
            return match.group(0)
        target = PAGES.get(path) or (f"pictures/{path}" if path.endswith(PICTURES) else None)
        if target is None or files.get_file_from_path(target) is None:
            return text if text.strip("`") == path else f"{text} (`{path}`)"
        return f"{mark}[{text}]({posixpath.relpath(target, posixpath.dirname(page.file.src_uri) or '.')}{anchor})"

    return LINK.sub(replaced, markdown)
