// The loss of a release whose noise is on a lattice of step g ≤ deviation·2^-16 instead of on the real line, rounded up.
// Gaussian: 1 + g²/(24 s²) ≤ 1 + 2^-36.5, taken twice over. Laplace of the same epsilon stays epsilon-DP, and its trade-off curve is
// above that of a continuous one with epsilon + (g/scale)²/4 ≤ epsilon + 2^-34 (docs/threat-model.md has the two lines of proof).

import { composeReleases, type Guarantee, gdpGuarantee, laplaceGuarantee, type Release } from "@armistice/core"

/** Powers of two below the deviation at which the lattice of live noise has its step, at least. */
const latticeBits = 16

export const gaussianInflation = 1 + 2 ** (-2 * latticeBits) / 12
const laplaceInflation = 2 ** (-2 * latticeBits - 2)

/** A release as it is made live. */
export function liveRelease(release: Release): Release & { readonly eta: number } {
  if (release.mechanism === "gaussian") return { ...release, eta: inflate(release.eta as number) }
  const widened = { ...release, epsilon: (release.epsilon as number) + laplaceInflation }
  return { ...release, eta: composeReleases([widened]).eta as number }
}

/** An algorithm's guarantee as it holds live. */
export function liveGuarantee(guarantee: Guarantee): Guarantee {
  if (guarantee.eta === null) return guarantee
  if (guarantee.kind === "gdp") {
    const { published, tight, perRecord } = guarantee
    return gdpGuarantee(inflate(guarantee.eta), {
      ...(published === undefined ? {} : { published }),
      ...(tight === undefined ? {} : { tight: inflate(tight) }),
      ...(perRecord === undefined
        ? {}
        : { perRecord: perRecord.map(({ rewards, eta }) => ({ rewards, eta: inflate(eta) })) }),
    })
  }
  const epsilon = guarantee.epsilon as number
  return guarantee.mechanism === "laplace"
    ? { ...guarantee, eta: laplaceGuarantee(epsilon + laplaceInflation).eta }
    : guarantee
}

/** The target to calibrate to so that the live loss stays within `eta`. */
export const beforeInflation = (eta: number): number => (eta / gaussianInflation) * (1 - 4 * Number.EPSILON)

const inflate = (eta: number): number => eta * gaussianInflation * (1 + 2 * Number.EPSILON)
