"""Features of Bengtson & Roth 2008."""
