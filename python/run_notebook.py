"""Runs the code cells of a notebook in order, in one namespace, as Jupyter would.

    python3 python/run_notebook.py examples/private-bandits.ipynb
"""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path


def run_notebook(path: Path) -> int:
    """Runs every code cell and returns how many there are. A cell that fails ends the run."""
    notebook = json.loads(path.read_text("utf-8"))
    names: dict[str, object] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        _run_cell("".join(cell["source"]), f"{path.name}, cell {number}", names)
    return len(cells)


def _run_cell(source: str, name: str, names: dict[str, object]) -> None:
    tree = ast.parse(source, name)
    # The value of the last expression is what a notebook shows.
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), name, "eval"), names)
        if value is not None:
            print(value)


if __name__ == "__main__":
    print(f"{run_notebook(Path(sys.argv[1]))} cells ran")
