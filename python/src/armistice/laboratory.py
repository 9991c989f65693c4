"""Simulations, comparisons, frontiers, audits, plans and conversions as tables.

Options have the names of the command's flags with underscores: ``--mean-delay`` is
``mean_delay``. Each function takes ``progress``, called with the share that is done and a note.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Literal, Unpack

from .options import (
    AuditOptions,
    CompareOptions,
    FrontierOptions,
    PlanOptions,
    PrivacyOptions,
    SimulateOptions,
)
from .process import Progress, shared
from .rows import (
    Row,
    Table,
    camel_case,
    parameter_columns,
    round_rows,
    run_rows,
    simulation_row,
    snake_case,
    to_table,
)

#: Options that name files. The process keeps its own working directory, so they are made absolute.
_PATHS = frozenset(
    {
        "csv",
        "svg",
        "png",
        "pdf",
        "font",
        "latex",
        "save",
        "continue",
        "module",
        "replay",
        "environmentModule",
    }
)


def simulate(
    *,
    rows: Literal["simulations", "rounds", "runs"] = "simulations",
    progress: Progress | None = None,
    **options: Unpack[SimulateOptions],
) -> Table:
    """Runs one algorithm many times: one row in all, or one for each round or run.

    >>> simulate(algorithm="gdp-imed", eta=1, means=[0.6, 0.5], horizon=10_000)  # doctest: +SKIP
    """
    document = _call("simulate", options, progress)
    shapes = {"simulations": lambda one: [simulation_row(one)], "rounds": round_rows, "runs": run_rows}
    return to_table(_choose(shapes, rows)(document), document)


def compare(
    *,
    rows: Literal["simulations", "rounds", "runs"] = "simulations",
    progress: Progress | None = None,
    **options: Unpack[CompareOptions],
) -> Table:
    """Runs several algorithms on the same arms; ``eta``, or ``epsilon`` with ``delta``, makes them equally private."""
    document = _call("compare", options, progress)
    shapes = {"simulations": lambda one: [simulation_row(one)], "rounds": round_rows, "runs": run_rows}
    shape = _choose(shapes, rows)
    return to_table([row for result in document["results"] for row in shape(result)], document)


def frontier(*, progress: Progress | None = None, **options: Unpack[FrontierOptions]) -> Table:
    """Regret against privacy: one row for each instance, eta and algorithm."""
    document = _call("frontier", options, progress)
    return to_table([_flatten(row) for row in document["rows"]], document)


def audit(*, progress: Progress | None = None, **options: Unpack[AuditOptions]) -> Table:
    """Attacks an algorithm's guarantee: one row for each audited algorithm."""
    document = _call("audit", options, progress)
    audits = document["audits"] if "audits" in document else [document]
    return to_table([_audit_row(one) for one in audits], document)


def plan(*, progress: Progress | None = None, **options: Unpack[PlanOptions]) -> Table:
    """The algorithms that meet a privacy target, or the strongest privacy of each for ``most_regret``."""
    document = _call("plan", options, progress)
    planned = document["plan"]
    if planned is None:
        return to_table([_flatten(one) for one in document["strongest"]], document)
    best = planned["recommended"]["algorithm"]
    rows = [
        {**_flatten(one), "is_recommended": one["algorithm"] == best} for one in planned["algorithms"]
    ]
    return to_table(rows, document)


def privacy(*, progress: Progress | None = None, **options: Unpack[PrivacyOptions]) -> Table:
    """Conversions between losses, one row each, or the guarantee of an algorithm."""
    document = _call("privacy", options, progress)
    table = document.get("epsilonAt")
    shared_columns = {
        snake_case(name): value for name, value in document.items() if isinstance(value, int | float | str)
    }
    shared_columns.update(parameter_columns(document.get("parameters", {})))
    rows = [{**shared_columns, **one} for one in table] if table else [shared_columns]
    return to_table(rows, document)


def _call(method: str, options: Mapping[str, Any], progress: Progress | None) -> Any:
    given = {**options, **options.get("parameters", {})}
    given.pop("parameters", None)
    params = {camel_case(name): value for name, value in given.items() if value is not None}
    return shared.call(method, {name: _plain(name, value) for name, value in params.items()}, progress)


def _plain(name: str, value: Any) -> Any:
    """JSON for numbers of numpy, series of pandas, paths, and lists of names."""
    if name in _PATHS:
        return os.path.abspath(os.fspath(value))
    # People with a context have a name, or are in a file.
    if name == "context" and os.path.exists(value):
        return os.path.abspath(value)
    if isinstance(value, str | bool | int | float):
        return value
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Iterable):
        items = [_plain("", item) for item in value]
        # Names of curves may have commas in them.
        mark = ";" if name == "names" else ","
        return mark.join(items) if items and all(isinstance(item, str) for item in items) else items
    return value


def _choose(shapes: Mapping[str, Any], name: str) -> Any:
    if name not in shapes:
        raise ValueError(f"rows must be one of {', '.join(shapes)}, got {name!r}")
    return shapes[name]


def _flatten(record: Mapping[str, Any]) -> Row:
    """Parameters and regret become columns of their own."""
    row: Row = {}
    for name, value in record.items():
        if name == "parameters":
            row.update(parameter_columns(value))
        elif isinstance(value, Mapping):
            row.update({f"{snake_case(name)}_{snake_case(key)}": one for key, one in value.items()})
        else:
            row[snake_case(name)] = value
    return row


def _audit_row(result: Mapping[str, Any]) -> Row:
    def lower(box: str) -> float | None:
        return None if result[box] is None else result[box]["etaLower"]

    if "algorithm" not in result:  # The audit of the service.
        return {snake_case(name): value for name, value in result.items() if not isinstance(value, list | dict)}
    return {
        "algorithm": result["algorithm"],
        **parameter_columns(result["parameters"]),
        "claimed_eta": result["claimed"]["eta"],
        "white_box_eta": lower("whiteBox"),
        "black_box_eta": lower("blackBox"),
        "runs": result["finished"],
        "seed": result["seed"],
        "confidence": result["confidence"],
        "verdict": result["verdict"],
    }
