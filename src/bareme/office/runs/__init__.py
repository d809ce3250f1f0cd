"""Replays of a pool: receipts, journals, checkpoints."""
