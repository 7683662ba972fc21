"""Saved tests: what they are, where they are kept, and what came of running them."""
