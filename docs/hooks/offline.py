"""Search on pages that are opened from a folder: the theme's script for it comes from here, not from the network."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

REMOTE = "https://unpkg.com/iframe-worker/shim"
OURS = "javascripts/iframe-worker.js"


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Name our copy of the script."""
    return output.replace(REMOTE, get_relative_url(OURS, page.url))


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """The same on the page of errors, which servers send from any place."""
    return output_content.replace(REMOTE, f"/{OURS}")
