"""String features of names and citations: LMR (Li & Roth 2005), Daumé & Marcu 2005, SoftTFIDF."""
