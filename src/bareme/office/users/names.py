"""The name of whoever sits at the keyboard."""

from __future__ import annotations

import getpass
import os


def os_user() -> str:
    """His name, as the machine knows him."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container's user without a name
        return str(os.getuid())
