"""What every test may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# The same examples on every run in CI; a developer's machine goes on looking for new ones.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("here", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real files beside the repository (or BAREME_SHARED); a test that needs it is skipped without it."""
    folder = Path(os.environ.get("BAREME_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"no folder {folder} (set BAREME_SHARED)")
    return folder
