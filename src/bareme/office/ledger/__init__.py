"""The ledger: facts, append-only and on two clocks, in and out."""
