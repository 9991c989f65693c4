// The recommended algorithm has the least regret at equal privacy in nearly all measured settings
// (lab/frontier). A plan takes another if simulations show a tenth less regret beyond doubt.

import type { ExpectedRegret } from "./expected-regret.ts"

/** Where nothing is known about the arms. */
export const recommendedAlgorithm = "gdp-imed"

const lessByTenth = 0.9
const enoughRuns = 30

interface Simulated {
  readonly algorithm: string
  readonly regret: ExpectedRegret | null
}

/** `simulated` has the usual recommendation first. */
export function chooseRecommended<One extends Simulated>([usual, ...others]: readonly One[]): One {
  const low = usual.regret?.low ?? 0
  const better = others.filter(
    ({ regret }) => regret !== null && (regret.high ?? low) < lessByTenth * low && regret.runs >= enoughRuns,
  )
  return better.sort((a, b) => (a.regret?.mean ?? 0) - (b.regret?.mean ?? 0))[0] ?? usual
}
