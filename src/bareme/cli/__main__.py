"""`python -m bareme.cli`."""

from bareme.cli import main

raise SystemExit(main())
