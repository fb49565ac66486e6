"""Chooses what is written in Rust for this processor.

Wheels for x86-64 have it twice: for every processor, and, much like the program itself, for those since
2013, which have more instructions. Importing this makes the better one ``longjump._longjump``.
"""

import importlib.util
import os
import sys

from . import _longjump


def _choose() -> None:
    folder, name = os.path.split(_longjump.__file__ or "")
    better = os.path.join(folder, name.replace("_longjump", "_longjump_v3", 1))
    if not _longjump.is_x86_64_v3() or not os.path.exists(better):
        return
    spec = importlib.util.spec_from_file_location(_longjump.__name__, better)
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[_longjump.__name__] = module


_choose()
