#!/usr/bin/env python3
"""Makes common.bin: what is kept of passwords that are known from leaks.

The passwords of eight letters and more in the lists of zxcvbn (MIT) and Django (BSD-3-Clause), both
from the Python registry: of each the first five bytes of its SHA-256, in order. `--check` only compares.
"""

import ast
import gzip
import hashlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

SOURCES = {
    "zxcvbn==4.5.0": ("zxcvbn-4.5.0.tar.gz", "--no-binary=:all:"),
    "django==5.2.19": ("django-5.2.19-py3-none-any.whl", "--only-binary=:all:"),
}
FILE = Path(__file__).with_name("common.bin")
SHORTEST = 8
KEPT = 5


def download(folder: Path) -> None:
    for package, (_, how) in SOURCES.items():
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", how]
        subprocess.run([*pip, "--dest", str(folder), package], check=True)


def passwords(folder: Path) -> set[str]:
    with tarfile.open(folder / "zxcvbn-4.5.0.tar.gz") as archive:
        lists = archive.extractfile("zxcvbn-4.5.0/zxcvbn/frequency_lists.py")
        found = re.search(r'"passwords": (".*?")', lists.read().decode())
    known = set(ast.literal_eval(found[1]).split(","))
    with zipfile.ZipFile(folder / "django-5.2.19-py3-none-any.whl") as wheel:
        packed = wheel.read("django/contrib/auth/common-passwords.txt.gz")
    known.update(gzip.decompress(packed).decode().split())
    return {password for password in known if len(password) >= SHORTEST}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        download(Path(folder))
        known = passwords(Path(folder))
    kept = sorted({hashlib.sha256(password.encode()).digest()[:KEPT] for password in known})
    made = b"".join(kept)
    print(f"{len(kept)} passwords, {len(made)} bytes")
    if "--check" not in sys.argv[1:]:
        FILE.write_bytes(made)
    elif made != FILE.read_bytes():
        sys.exit(f"{FILE.name} is not what its sources give; run {Path(__file__).name} without --check")


if __name__ == "__main__":
    main()
