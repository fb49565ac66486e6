"""Writes docs/python-api.md from the docstrings: python bindings/python/api.py [--check]."""

import inspect
import re
import sys
from pathlib import Path

import longjump
from longjump import benchmark

FILE = Path(__file__).resolve().parents[2] / "docs" / "python-api.md"
HEAD = """# The Python package, name by name

Written by `python bindings/python/api.py` from what the package says of itself; [python.md](python.md) is the guide.
"""


def signature(name, what):
    try:
        shown = str(inspect.signature(what)).replace("longjump._longjump.", "").replace("longjump._arena.", "")
    except (TypeError, ValueError):
        shown = "(…)"
    for own in ("self, /, ", "self, /", "self, ", "self"):
        shown = shown.replace(f"({own}", "(", 1)
    return name + re.sub(r"(: |-> )'([^']*)'", r"\1\2", shown)


def words(what):
    text, example, session = inspect.cleandoc(what.__doc__ or "").replace("``", "`").partition(">>> ")
    return text + (f"```pycon\n{example}{session.rstrip()}\n```" if example else "")


def members(cls):
    for name in dir(cls):
        what = inspect.getattr_static(cls, name)
        if name.startswith("_") or not getattr(what, "__doc__", None):
            continue
        if inspect.isdatadescriptor(what):
            # Tuples say of their fields only which they are.
            told = "" if name in getattr(cls, "_fields", ()) else f": {one_line(what)}"
            yield f"- `{name}`{told}"
        elif callable(getattr(cls, name)) and name in vars(cls):
            yield f"- `{signature(name, getattr(cls, name))}`: {one_line(what)}"


def one_line(what):
    return " ".join(words(what).partition("```")[0].split())


def section(name, what):
    if inspect.isclass(what):
        lines = [f"### `{name}`", "", words(what), "", *sorted(members(what))]
    elif inspect.isroutine(what):
        lines = [f"### `{signature(name, what)}`", "", words(what)]
    else:
        return ""
    return "\n".join(lines).rstrip() + "\n"


def page():
    parts = [HEAD]
    for title, module in (("longjump", longjump), ("longjump.benchmark", benchmark)):
        parts.append(f"## `{title}`\n")
        parts += [section(name, getattr(module, name)) for name in module.__all__]
    return "\n".join(part for part in parts if part)


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if FILE.read_text(encoding="utf-8") == page() else f"{FILE.name} is old: run this without --check")
    FILE.write_text(page(), encoding="utf-8")
