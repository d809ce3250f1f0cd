"""Elo, the generic system."""
