"""The bench: `make bench`; what it measures and how, in `docs/performance.md`."""
