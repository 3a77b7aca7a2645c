"""What tests share: where the project lies, documents, tables and definitions to test against."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
OFFICIAL = ROOT / "tests" / "scoring" / "official"
"""Test cases and counts of the official scorer; described in the README there."""
