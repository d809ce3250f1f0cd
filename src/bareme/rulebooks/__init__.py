"""Rulebooks: each federation's regulation as dated code. A folder here is a rulebook; nothing else registers it."""
