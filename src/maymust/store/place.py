"""Where the store is: `--store`, else the environment, else the user's cache folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

VARIABLE = "MAYMUST_STORE"  # a file, or `off`
OFF = "off"
_NAME = "store-1.sqlite"


def store_path(given: str | None) -> Path | None:
    """The file of the store; None where there is to be none. Raises OSError where no place is known."""
    chosen = given or os.environ.get(VARIABLE)
    if chosen == OFF:
        return None
    return Path(chosen) if chosen else _cache_folder() / "maymust" / _NAME


def _cache_folder() -> Path:
    """The folder of the user's caches, as it is usual on the system."""
    wanted = os.environ.get("XDG_CACHE_HOME", "")
    if Path(wanted).is_absolute():  # the standard says that others are to be ignored
        return Path(wanted)
    try:
        home = Path.home()
    except RuntimeError as error:
        raise OSError(f"there is no home folder: {error}") from None
    return home / "Library" / "Caches" if sys.platform == "darwin" else home / ".cache"
