// The (ε, 0)-DP algorithms of Figure 7. Two of them have a logarithm whose base is open, so that
// they are simulated with each: no source prints that of Anytime-Lazy-UCB, where base 2 fits
// published curves; that of Lazy-DP-TS is printed as 2, but published curves fit e.

import type { Parameters } from "@armistice/core"
import type { Measurement, Setting } from "./judging/measurement.ts"
import { paperArms, paperHorizon } from "./setting.ts"

export const figureSevenEpsilon = 0.5

interface PureRival {
  /** Names its judgements. */
  readonly name: string
  readonly algorithm: string
  readonly label: string
  /** Runs as a multiple of those of a costly point. */
  readonly times: number
  readonly parameters: Parameters
}

/** A line for each rival, and for each base where it is open; the catalogue's base first. */
export const pureRivals: readonly PureRival[] = [
  { name: "dp-se", algorithm: "dp-se", label: "DP-SE", times: 50, parameters: {} },
  ...[
    { name: "anytime-lazy-ucb", logBase: "2" },
    { name: "anytime-lazy-ucb-base-e", logBase: "e" },
  ].map(({ name, logBase }) => ({
    name,
    algorithm: "anytime-lazy-ucb",
    label: `Anytime-Lazy-UCB (log base ${logBase})`,
    times: 10,
    parameters: logBase === "2" ? {} : { logBase },
  })),
  ...[
    { name: "lazy-dp-ts", logBase: "e" },
    { name: "lazy-dp-ts-base-2", logBase: "2" },
  ].map(({ name, logBase }) => ({
    name,
    algorithm: "lazy-dp-ts",
    label: `Lazy-DP-TS (log base ${logBase})`,
    times: 1,
    parameters: logBase === "e" ? {} : { logBase },
  })),
]

/** The rivals as Figure 7 has them. */
export const pureRivalSettings = (runs: number): Setting[] =>
  pureRivals.map(({ algorithm, label, times, parameters }) => ({
    algorithm,
    parameters: { epsilon: figureSevenEpsilon, ...parameters },
    environment: paperArms,
    horizon: paperHorizon,
    runs: times * runs,
    label,
    curve: true,
  }))

/** The name in judgements: of a rival, or of any other algorithm. */
export const nameRival = ({ label, algorithm }: Measurement): string =>
  pureRivals.find((rival) => rival.label === label)?.name ?? algorithm
