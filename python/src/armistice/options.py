"""The options of each function, for editors and type checkers. Algorithms take further ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

Numbers = Sequence[float]


class DeliveryOptions(TypedDict, total=False):
    """Rewards that come late, twice or never; times are in rounds."""

    delay: Numbers
    mean_delay: Numbers
    delay_law: str
    delay_sigma: float
    silence: Numbers
    window: int
    missing: float | Literal["ignore"]
    ripe: int
    arrivals: Literal["public", "private"]
    answers: Literal["all", "successes"]
    accept_public_arrivals: bool
    doubling: float


class ContextOptions(TypedDict, total=False):
    """People with a context."""

    context: str
    levels: int


class EnvironmentOptions(ContextOptions, total=False):
    """Simulated arms."""

    means: Numbers
    preset: str
    environment: str
    concentration: float
    deviation: float
    locations: Numbers
    rates: Numbers
    low: float
    high: float
    lattice: int
    replay: str
    context_arms: int
    replay_by: Literal["pulls", "rounds"]
    environment_module: str


class OutputOptions(TypedDict, total=False):
    """Files to write."""

    csv: str
    svg: str
    png: str


class FigureOptions(TypedDict, total=False):
    """Charts for a paper."""

    pdf: str
    font: str
    figure_width: float
    x_label: str
    y_label: str
    names: str | Sequence[str]


class RunOptions(DeliveryOptions, EnvironmentOptions, OutputOptions, total=False):
    """What simulate and compare share."""

    horizon: int
    runs: int
    seed: int
    engine: Literal["leap", "step"]
    jobs: int
    module: str
    band: Literal["runs", "ci"]


class ParameterOptions(TypedDict, total=False):
    """Parameters of algorithms; each takes some of them."""

    eta: float
    epsilon: float
    alpha: float
    batch_ratio: float
    first_batch: float
    variance_scale: float
    variance: str
    pre_pulls: int
    log_base: str
    exploration: float
    budget: str
    failure: float
    log_log_scale: float
    rewards: str
    ridge: float
    spread: float
    width: float
    #: Parameters of an algorithm of one's own, by name.
    parameters: Mapping[str, float | str]


class SimulateOptions(RunOptions, ParameterOptions, total=False):
    algorithm: str
    against: str
    key: str


class CompareOptions(RunOptions, FigureOptions, ParameterOptions, total=False):
    latex: str
    algorithms: str | Sequence[str]
    delta: float


class FrontierOptions(DeliveryOptions, ContextOptions, OutputOptions, FigureOptions, total=False):
    instances: str | Sequence[str]
    etas: Numbers
    horizon: int
    runs: int
    other_runs: int
    algorithms: str | Sequence[str]
    seed: int


class AuditOptions(OutputOptions, ParameterOptions, total=False):
    algorithm: str
    module: str
    all: bool
    service: bool
    horizon: int
    runs: int
    seed: int
    confidence: float
    delta: float
    jobs: int
    save: str
    continue_: str
    box: Literal["white", "black", "both"]
    subject_rounds: int
    subject_releases: Literal["one", "different"]


class PlanOptions(DeliveryOptions, ContextOptions, total=False):
    horizon: int
    means: Numbers
    arms: int
    range: Numbers
    eta: float
    epsilon: float
    delta: float
    attack: float
    most_regret: float
    traffic: float
    bounds: Numbers
    worthwhile: float
    even_share: float
    runs: int
    seed: int
    module: str


class PrivacyOptions(OutputOptions, ParameterOptions, total=False):
    delta: float
    rho: float
    order: float
    renyi: float
    sampling_rate: float
    algorithm: str
    horizon: int
    arm_count: int
