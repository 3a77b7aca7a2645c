"""Correlation clustering: exact, relaxed, greedy and by local search."""
