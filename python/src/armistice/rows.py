"""Tables: a pandas data frame if pandas is installed, and a list of dicts otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    import pandas

Row = dict[str, Any]


class Rows(list[Row]):
    """Rows as dicts with the same keys; ``document`` is the whole answer of the command."""

    document: Any

    def __init__(self, rows: Iterable[Row], document: Any) -> None:
        super().__init__(rows)
        self.document = document


Table = Union["pandas.DataFrame", Rows]


def to_table(rows: Iterable[Mapping[str, Any]], document: Any) -> Table:
    """A data frame has the document in ``attrs["document"]``."""
    listed = list(rows)
    columns = _order(dict.fromkeys(name for row in listed for name in row))
    complete = [{name: row.get(name) for name in columns} for row in listed]
    try:
        import pandas
    except ImportError:
        return Rows(complete, document)
    frame = pandas.DataFrame(complete, columns=columns)
    frame.attrs["document"] = document
    return frame


def _order(names: Iterable[str]) -> list[str]:
    """Parameters of all rows stand together, where the first of them stands."""
    ordered = list(names)
    parameters = [name for name in ordered if name.startswith("parameter_")]
    others = [name for name in ordered if not name.startswith("parameter_")]
    place = ordered.index(parameters[0]) if parameters else 0
    return others[:place] + parameters + others[place:]


def snake_case(name: str) -> str:
    """prePulls becomes pre_pulls."""
    return re.sub(r"[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def camel_case(name: str) -> str:
    """pre_pulls becomes prePulls; a trailing underscore, as in continue_, is dropped."""
    return re.sub(r"_(.)", lambda match: match[1].upper(), name.rstrip("_"))


def parameter_columns(parameters: Mapping[str, Any]) -> Row:
    """One column a parameter; the prefix keeps them apart from other columns."""
    return {f"parameter_{snake_case(name)}": value for name, value in parameters.items()}


def simulation_row(result: Mapping[str, Any]) -> Row:
    """One row for a simulation: its parameters, mean regret, interval and runs."""
    regret = result["regret"]
    interval = regret["interval"] or {}
    return {
        **_setting(result),
        "regret_mean": regret["mean"],
        "regret_standard_error": regret["standardError"],
        "regret_low": interval.get("low"),
        "regret_high": interval.get("high"),
        "regret_q05": regret["quantiles"]["p5"],
        "regret_q50": regret["quantiles"]["p50"],
        "regret_q95": regret["quantiles"]["p95"],
        **_measures(result, lambda measure: measure["mean"]),
    }


def round_rows(result: Mapping[str, Any]) -> Iterable[Row]:
    """One row for each round at which regret was recorded."""
    curve = result["curve"]

    def at(name: str, index: int) -> float | None:
        return None if curve[name] is None else curve[name][index]

    for index, number in enumerate(curve["rounds"]):
        yield {
            **_setting(result),
            "round": number,
            "regret_mean": curve["mean"][index],
            "regret_standard_error": at("standardError", index),
            "regret_low": at("low", index),
            "regret_high": at("high", index),
            "regret_q05": curve["quantiles"]["p5"][index],
            "regret_q50": curve["quantiles"]["p50"][index],
            "regret_q95": curve["quantiles"]["p95"][index],
            **_measures(result, lambda measure, at=index: measure["curve"][at]),
        }


def run_rows(result: Mapping[str, Any]) -> Iterable[Row]:
    """One row for each run, with its regret at the horizon."""
    for number, value in enumerate(result["regret"]["values"]):
        yield {**_setting(result), "run": number, "regret": value}


def _measures(result: Mapping[str, Any], pick: Callable[[Mapping[str, Any]], float]) -> Row:
    """Both measures of regret, where the means of the arms change."""
    measures = result.get("measures")
    if measures is None:
        return {}
    return {
        "regret_mean_against_each_round": pick(measures["eachRound"]),
        "regret_mean_against_one_arm": pick(measures["oneArm"]),
    }


def _setting(result: Mapping[str, Any]) -> Row:
    environment = result["manifest"]["environment"]
    return {
        "algorithm": result["algorithm"],
        **parameter_columns(result["parameters"]),
        "environment": environment.get("name", environment["kind"]),
        "arm_count": len(result["means"]),
        "eta": result["guarantee"]["eta"],
        "horizon": result["horizon"],
        "runs": result["finished"],
        "seed": result["seed"],
    }
