"""Correlation clustering: exact, by a relaxation, greedy, and by local search."""
