// The wrong or loose statements of the paper, each with the numbers that show it, computed here.
// docs/errata.md has the same list; a test holds every number in it to these.

import { computeEpsilon, computeLaplaceEta, findLaplaceEpsilon, samplingBudget } from "@armistice/core"
import { computeLemmaRow } from "./exhibits/lemma.ts"
import { failureBound, findFewestDraws } from "./failure-probability.ts"
import { introductionEta } from "./introduction-reading.ts"
import { formatNumber } from "./judging/format-number.ts"
import { findCrossingHorizon } from "./published-bounds.ts"
import {
  equalPrivacyScale,
  equalPrivacyScaleWithRoot,
  equalRegretScale,
  paperHorizon,
  publishedEta,
  tightEta,
} from "./setting.ts"

/** One mistake of the paper, or one looseness. */
export interface Erratum {
  readonly id: string
  readonly where: string
  readonly what: string
  /** The numbers that show it, in a sentence. */
  readonly shown: string
  /** Each number of that sentence. */
  readonly numbers: Readonly<Record<string, number>>
}

/** Every erratum, in the order of the paper. */
export function errata(): Erratum[] {
  const T = paperHorizon
  return [
    squareRoot(T),
    epsilonDelta(T),
    factorTwo(T),
    lemmaProof(T),
    unusedBudget(T),
    observationConstant(),
    unequalPrivacy(T),
    privacyAtAlphaZero(T),
    misprint(T),
    drawsBetweenPulls(T),
    varianceOfDraws(T),
    betterThanUcb1(T),
    misprintsInProofs(),
  ]
}

function squareRoot(T: number): Erratum {
  const numbers = {
    withoutRoot0: equalPrivacyScale(0, T, 1),
    withRoot0: equalPrivacyScaleWithRoot(0, T, 1),
    withoutRoot1: equalPrivacyScale(1, T, 2000),
    withRoot1: equalPrivacyScaleWithRoot(1, T, 2000),
  }
  return {
    id: "square-root",
    where: "Section 5.3 against Appendix E.1",
    what: "The main text prints a square root in c that the appendix does not have. The printed values of c, 1.18 and 60.46, are those without it, and equal privacy needs it so.",
    shown: `c at T = 10⁶: ${formatNumber(numbers.withoutRoot0)} (b = 1, α = 0) and ${formatNumber(numbers.withoutRoot1)} (b = 2000, α = 1) without the root, ${formatNumber(numbers.withRoot0)} and ${formatNumber(numbers.withRoot1)} with it.`,
    numbers,
  }
}

function epsilonDelta(T: number): Erratum {
  const loose = Math.sqrt(2 * samplingBudget(1, T))
  const numbers = {
    printedEta: loose,
    impliedEta: publishedEta(1, T),
    printedEpsilon: computeEpsilon(loose, 1e-6),
    impliedEpsilon: computeEpsilon(publishedEta(1, T), 1e-6),
  }
  return {
    id: "epsilon-delta",
    where: "Theorem 4.6",
    what: "δ(ε) is stated with √(2φ) where Theorem 4.4 gives √(2φ / ln^α T). The statement is true, but for α > 0 much weaker than what is proved.",
    shown: `At α = 1, T = 10⁶: η = ${formatNumber(numbers.printedEta)} instead of ${formatNumber(numbers.impliedEta)}, so that at δ = 10⁻⁶ ε = ${formatNumber(numbers.printedEpsilon)} instead of ${formatNumber(numbers.impliedEpsilon)}.`,
    numbers,
  }
}

function factorTwo(T: number): Erratum {
  const numbers = {
    published: publishedEta(1, T),
    tight: tightEta(1, T),
    published0: publishedEta(0, T),
    tight0: tightEta(0, T),
  }
  return {
    id: "factor-two",
    where: "Theorem 4.4 and its proof",
    what: "The proof composes the φ draws with MAX, as if MAX were one more release. It is a function of the same draws, so it costs nothing: η = √(⌊φ⌋ / ln^α T) is enough, smaller by √2.",
    shown: `At T = 10⁶: ${formatNumber(numbers.tight)} instead of ${formatNumber(numbers.published)} (α = 1), ${formatNumber(numbers.tight0)} instead of ${formatNumber(numbers.published0)} (α = 0).`,
    numbers,
  }
}

function lemmaProof(T: number): Erratum {
  const row = computeLemmaRow(1, T)
  const zero = computeLemmaRow(0, T)
  const numbers = {
    target: 3 / T,
    chain1: row.chain,
    chain0: zero.chain,
    low1: row.failure.low,
    high1: row.failure.high,
  }
  return {
    id: "lemma-proof",
    where: "Lemma 4.1, proof in Appendix B",
    what: "After step (b), ln^(1-α) T + 1 in a denominator becomes ln^(1-α) T: this makes the subtracted term larger, the wrong direction for an upper bound. Near α = 1 the corrected chain no longer reaches 3/T. The claim survives: averaging over how far the empirical mean is off, instead of taking its worst case, proves it with room to spare.",
    shown: `T = 10⁶, to be at most ${formatNumber(numbers.target)}: the corrected chain gives ${formatNumber(numbers.chain0)} at α = 0 but ${formatNumber(numbers.chain1)} at α = 1; the true worst case at α = 1 is between ${formatNumber(numbers.low1)} and ${formatNumber(numbers.high1)}.`,
    numbers,
  }
}

function unusedBudget(T: number): Erratum {
  const enough = (alpha: number) => findFewestDraws(3 / T, (draws) => failureBound(Math.log(T) ** alpha, draws))
  const numbers = {
    budget0: Math.floor(samplingBudget(0, T)),
    enough0: enough(0),
    budget1: Math.floor(samplingBudget(1, T)),
    enough1: enough(1),
  }
  return {
    id: "budget",
    where: "The choice of φ",
    what: "The budget is far larger than the lemma needs, and every draw costs privacy.",
    shown: `At T = 10⁶, ${formatNumber(numbers.enough0)} draws are enough at α = 0 (the paper takes ${formatNumber(numbers.budget0)}), ${formatNumber(numbers.enough1)} at α = 1 (${formatNumber(numbers.budget1)}).`,
    numbers,
  }
}

function observationConstant(): Erratum {
  const factor = (Math.SQRT2 + 1) ** 2
  const numbers = { printed: factor / 4, needed: 4 * factor, reached: (Math.SQRT2 + 1) / Math.sqrt(factor / 4) }
  return {
    id: "observation-constant",
    where: "Appendix D, the definition of L_i",
    what: "L_i is printed with the factor (√2+1)²/4; the step that uses it, (√2+1)√(ln(TΔ²φ) ln^α T / L_i) = Δ/2, needs 4(√2+1)². Orders are not affected.",
    shown: `The printed factor is ${formatNumber(numbers.printed)}, the needed one ${formatNumber(numbers.needed)}; with the printed one the step arrives at ${formatNumber(numbers.reached)} Δ instead of 0.5 Δ.`,
    numbers,
  }
}

function unequalPrivacy(T: number): Erratum {
  const numbers = {
    published: publishedEta(1, T),
    laplace: computeLaplaceEta(0.5),
    ratio: publishedEta(1, T) / computeLaplaceEta(0.5),
    // The ε at which a Laplace release loses as much, by either count.
    fairPublished: findLaplaceEpsilon(publishedEta(1, T)),
    fairTight: findLaplaceEpsilon(tightEta(1, T)),
  }
  return {
    id: "unequal-privacy",
    where: "Appendix E.2",
    what: "DP-TS-UCB at α = 1 is compared with (ε, 0)-DP algorithms at ε = 0.5, which are far more private on the same scale. The algorithms compared all release Laplace noise once per reward, so their η is known exactly.",
    shown: `η = ${formatNumber(numbers.published)} as published against ${formatNumber(numbers.laplace)}, ${formatNumber(numbers.ratio)} times; a fair ε would be ${formatNumber(numbers.fairPublished)}, or ${formatNumber(numbers.fairTight)} with the tight η of DP-TS-UCB.`,
    numbers,
  }
}

function privacyAtAlphaZero(T: number): Erratum {
  const numbers = {
    dpTsUcb: publishedEta(0, T),
    mTsGaussian: Math.sqrt(T / equalRegretScale(0, T)),
    tsGaussian: Math.sqrt(T / 2),
    crossing: findCrossingHorizon(publishedEta),
    crossingTight: findCrossingHorizon(tightEta),
  }
  return {
    id: "alpha-zero",
    where: "Section 5.2 and Figure 4(b); Section 4.3",
    what: "“DP-TS-UCB achieves better privacy” is not true at α = 0 and T = 10⁶: M-TS-Gaussian with b = 0 and c = 5 promises a smaller η. Against TS-Gaussian, √T against T^¼ ln^¾ T pays only from a long horizon on.",
    shown: `η = ${formatNumber(numbers.dpTsUcb)} against ${formatNumber(numbers.mTsGaussian)} (M-TS-Gaussian) and ${formatNumber(numbers.tsGaussian)} (TS-Gaussian); TS-Gaussian is more private up to T = ${formatNumber(numbers.crossing)} by the published η of DP-TS-UCB, up to ${formatNumber(numbers.crossingTight)} by its tight one.`,
    numbers,
  }
}

function misprint(T: number): Erratum {
  const numbers = { atZero: publishedEta(0, T), atOne: publishedEta(1, T), atZeroLater: publishedEta(0, 1e3 * T) }
  return {
    id: "misprint",
    where: "Discussion after Corollary 4.3",
    what: "“DP-TS-UCB with parameter α = 0 is not optimal in terms of regret guarantees, but it offers a constant GDP guarantee” means α = 1.",
    shown: `At α = 0, η grows from ${formatNumber(numbers.atZero)} at T = 10⁶ to ${formatNumber(numbers.atZeroLater)} at 10⁹; at α = 1 it is ${formatNumber(numbers.atOne)} for every T.`,
    numbers,
  }
}

function drawsBetweenPulls(T: number): Erratum {
  const numbers = {
    pulls: 2 ** 10,
    perPull: 2 ** 10 * Math.floor(samplingBudget(1, T)),
    perEpoch: Math.floor(samplingBudget(1, T)),
    refilled: introductionEta(1, T),
    published: publishedEta(1, T),
  }
  return {
    id: "figure-one",
    where: "Introduction",
    what: "The budget is described as φ draws between two pulls of an arm, when the Gaussian is said to change. In Algorithm 1, in the privacy proof and in the caption of Figure 1 (“once a new Gaussian distribution is available”), it is φ draws in an epoch of 2^r pulls, during which the Gaussian does not change.",
    shown: `In an epoch of ${formatNumber(numbers.pulls)} pulls at α = 1 and T = 10⁶: at most ${formatNumber(numbers.perEpoch)} draws, not up to ${formatNumber(numbers.perPull)}. Refilled at every pull, η would be ${formatNumber(numbers.refilled)}, still within the published ${formatNumber(numbers.published)}.`,
    numbers,
  }
}

function varianceOfDraws(T: number): Erratum {
  const numbers = { stated: Math.sqrt(T / 2), true: Math.sqrt(T) }
  return {
    id: "variance",
    where: "Section 3, on TS-Gaussian and M-TS-Gaussian",
    what: "Draws are described with variance 1/n and c/n, after n pulls, but the guarantees quoted are those of Ou et al. for variance 1/(n+1) and c/(n+1). As described, an arm pulled once loses 1/√c a draw, not 1/√(2c). We simulate Ou's, to which the quoted guarantees belong.",
    shown: `At T = 10⁶: √(T/2) = ${formatNumber(numbers.stated)} is quoted for TS-Gaussian, √T = ${formatNumber(numbers.true)} is what the description gives; likewise for M-TS-Gaussian with b = c = 1.`,
    numbers,
  }
}

function betterThanUcb1(T: number): Erratum {
  const gap = 0.2
  const numbers = {
    gap,
    dpTsUcb: Math.log(T ** 1.5 * gap * gap),
    ucb1: Math.log(T),
    largestGap: T ** -0.25,
  }
  return {
    id: "ucb1",
    where: "Discussion after Corollary 4.3",
    what: "The order ln(T^1.5 Δ²)/Δ at α = 0 is said to be better than ln(T)/Δ of UCB1. It is so only for gaps below T^(-1/4); for larger ones it is worse, by up to a half, and ln ln T is still to be added.",
    shown: `At T = 10⁶ and Δ = ${formatNumber(numbers.gap)}: ln(T^1.5 Δ²) = ${formatNumber(numbers.dpTsUcb)} against ln T = ${formatNumber(numbers.ucb1)}; it is better only for Δ < ${formatNumber(numbers.largestGap)}.`,
    numbers,
  }
}

function misprintsInProofs(): Erratum {
  // At T Δ² = e² the printed event is nearly sure, the meant one nearly impossible.
  const bound = 2 * Math.exp(-2 * 2)
  const numbers = { bound, printed: 1 - bound }
  return {
    id: "proof-misprints",
    where: "Appendix C, first term of (mix 1); Appendix D, proofs of Lemmas D.2 and D.3",
    what: "The first term of (mix 1) is repeated with a factor ½ before its root that neither the line before nor the line after has. The proof about ω₃ bounds P(|μ̂ - μ| ≤ √(ln(TΔ²)/n)) by Hoeffding's inequality; it means >. Case 1 of the proof of Lemma D.3 has μ₁ + Δ/2 where the lemma has μ_i + Δ/2. Nothing rests on any of them.",
    shown: `At TΔ² = e², Hoeffding gives at most ${formatNumber(numbers.bound)} for >; the event that is printed has a chance of at least ${formatNumber(numbers.printed)}.`,
    numbers,
  }
}
