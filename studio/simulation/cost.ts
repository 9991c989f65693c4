// Which algorithms take long to simulate: these come last, and beyond some horizon not at all in a page.

/** Milliseconds per run or for planning grow in this order; all others take a few. */
const slowest = ["dp-ts-ucb-calibrated", "dp-ts-ucb-anytime", "lazy-dp-ts", "m-ts-gaussian", "dp-ucb"]

/** GDP-TS is fast unless the best arms are alike. */
const last = ["gdp-ts", ...slowest]

export const byCost = (a: { readonly algorithm: string }, b: { readonly algorithm: string }): number =>
  last.indexOf(a.algorithm) - last.indexOf(b.algorithm)

/** Those that a first picture need not wait for. */
export const isSlow = (algorithm: string): boolean => slowest.includes(algorithm)

/** Above these horizons one run takes longer than anyone watches. DP-UCB has a tree that moves in every round. */
const longestHorizon: Readonly<Record<string, number>> = { "dp-ucb": 2e6, "m-ts-gaussian": 2e7 }

export const isTooLong = (algorithm: string, horizon: number): boolean =>
  horizon > (longestHorizon[algorithm] ?? Number.POSITIVE_INFINITY)
