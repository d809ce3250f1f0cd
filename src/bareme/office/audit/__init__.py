"""The audit trail: one act per decision, chained by hashes; the guards that keep tables append-only."""
