"""Files to facts in the ledger: read, match, check, preview, record."""
