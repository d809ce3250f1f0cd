"""Seasons and periods: what their turn does, and when lists are due."""
