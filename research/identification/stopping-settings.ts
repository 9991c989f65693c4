// Settings in which algorithms that stop are compared at equal privacy and confidence.

export interface StoppingSetting {
  readonly name: string
  readonly means: readonly number[]
  readonly eta: number
}

export const stoppingSettings: readonly StoppingSetting[] = [
  ["paper", [0.95, 0.75, 0.55, 0.35, 0.15]] as const,
  ["two", [0.6, 0.5]] as const,
  ["one good of five", [0.5, 0.3, 0.3, 0.3, 0.3]] as const,
  ["low", [0.1, 0.05, 0.05]] as const,
].flatMap(([name, means]) => [0.25, 1, 3].map((eta) => ({ name, means, eta })))

/** The allowed chance of a wrong answer. */
export const allowedError = 0.05
/** Runs are given up after so many pulls. */
export const mostPulls = 50_000
