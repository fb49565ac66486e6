"""What the documents show runs as it stands."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = [
    (path.name, number, program)
    for path in (ROOT / "docs/python.md", ROOT / "bindings/python/README.md")
    for number, program in enumerate(re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL))
]


@pytest.mark.parametrize(("name", "number", "program"), PROGRAMS)
def test_programs_run(name, number, program):
    exec(compile(program, f"{name}, program {number + 1}", "exec"), {})
