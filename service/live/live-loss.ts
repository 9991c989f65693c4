// The loss of a release whose noise is on a lattice of step g instead of on the real line, rounded
// up. Gaussian of deviation s: eta grows by a factor of 1 + g²/(24 s²), taken twice over. Laplace
// of the same epsilon stays epsilon-DP, and its trade-off curve is above that of a continuous one
// with epsilon + (g/scale)²/4 (docs/threat-model.md has the two lines of proof).

import {
  type Algorithm,
  type CountedRelease,
  computeReleaseLoss,
  type Guarantee,
  gdpGuarantee,
  laplaceGuarantee,
  noiseLatticeBits,
  type Release,
} from "@armistice/core"
import { pickDefined } from "../pick-defined.ts"

const gaussianInflation = 1 + 2 ** (-2 * noiseLatticeBits) / 12
// Not below what a sum can hold, so that it is never lost in rounding.
const laplaceInflation = Math.max(2 ** (-2 * noiseLatticeBits - 2), 2 ** -50)

/** Residual noise allows for its lattice already (docs/theory.md, section 4). */
export function liveRelease(release: Release): CountedRelease {
  if (release.mechanism === "residual") return { ...release, eta: release.eta as number }
  if (release.mechanism === "gaussian") return { ...release, eta: inflate(release.eta as number) }
  const widened = { ...release, epsilon: (release.epsilon as number) + laplaceInflation }
  return { ...release, eta: computeReleaseLoss(widened) }
}

/** The guarantee as it holds live; residual noise allows for its lattice already. */
export function liveGuarantee(guarantee: Guarantee, { sums }: Pick<Algorithm, "sums"> = {}): Guarantee {
  if (guarantee.eta === null || sums === "residual") return guarantee
  if (guarantee.kind === "gdp") {
    const { published, tight, perRecord } = guarantee
    const further = pickDefined({
      published,
      tight: tight === undefined ? undefined : inflate(tight),
      perRecord: perRecord?.map(({ rewards, eta }) => ({ rewards, eta: inflate(eta) })),
    })
    return gdpGuarantee(inflate(guarantee.eta), further)
  }
  const epsilon = guarantee.epsilon as number
  return guarantee.mechanism === "laplace"
    ? { ...guarantee, eta: laplaceGuarantee(epsilon + laplaceInflation).eta }
    : guarantee
}

/**
 * Targets to calibrate to so that the live loss stays within `eta`: itself where nothing is added,
 * close enough for Gaussian noise, and with room for Laplace.
 */
export const beforeInflation = (eta: number): readonly [exact: number, gaussian: number, laplace: number] => [
  eta,
  (eta / gaussianInflation) * (1 - 4 * Number.EPSILON),
  // d(eta)/d(epsilon) is at most √(π/2), at 0; the rest is for roundings of the quantile.
  eta * (1 - 128 * Number.EPSILON) - 2 * laplaceInflation,
]

const inflate = (eta: number): number => eta * gaussianInflation * (1 + 2 * Number.EPSILON)
