"""Helpers shared by tests: paths, documents, mention tables and reference implementations."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
OFFICIAL = ROOT / "tests" / "scoring" / "official"
"""Test cases and counts of the official scorer; described in the README there."""
