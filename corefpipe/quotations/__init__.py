"""Quotations, and who says them: a model that chooses the mention of the speaker of each quotation."""
