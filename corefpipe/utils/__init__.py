"""Helpers that know nothing of coreference: JSONL logs, TOML, processes, packaged data, digests."""
