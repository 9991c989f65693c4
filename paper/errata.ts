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

const T = paperHorizon

const findEnoughDraws = (alpha: number): number =>
  findFewestDraws(3 / T, (draws) => failureBound(Math.log(T) ** alpha, draws))

/** Writes an erratum's sentence with its numbers as text. */
function erratum<Name extends string>({
  shown,
  ...given
}: Omit<Erratum, "shown" | "numbers"> & {
  readonly numbers: Readonly<Record<Name, number>>
  readonly shown: (text: Readonly<Record<Name, string>>) => string
}): Erratum {
  const text = Object.entries<number>(given.numbers).map(([name, value]) => [name, formatNumber(value)])
  return { ...given, shown: shown(Object.fromEntries(text) as Record<Name, string>) }
}

/** Every erratum, in the order of the paper. */
export function errata(): Erratum[] {
  const looseEta = Math.sqrt(2 * samplingBudget(1, T))
  const [atZero, atOne] = [computeLemmaRow(0, T), computeLemmaRow(1, T)]
  const rootFactor = (Math.SQRT2 + 1) ** 2
  const firstGap = 0.2
  // At T Δ² = e² the printed event is nearly sure, the meant one nearly impossible.
  const hoeffding = 2 * Math.exp(-2 * 2)
  return [
    erratum({
      id: "square-root",
      where: "Section 5.3 against Appendix E.1",
      what: "The main text prints a square root in c that the appendix does not have. The printed values of c, 1.18 and 60.46, are those without it, and equal privacy needs it so.",
      numbers: {
        withoutRoot0: equalPrivacyScale(0, T, 1),
        withRoot0: equalPrivacyScaleWithRoot(0, T, 1),
        withoutRoot1: equalPrivacyScale(1, T, 2000),
        withRoot1: equalPrivacyScaleWithRoot(1, T, 2000),
      },
      shown: (text) =>
        `c at T = 10⁶: ${text.withoutRoot0} (b = 1, α = 0) and ${text.withoutRoot1} (b = 2000, α = 1) without the root, ${text.withRoot0} and ${text.withRoot1} with it.`,
    }),
    erratum({
      id: "epsilon-delta",
      where: "Theorem 4.6",
      what: "δ(ε) is stated with √(2φ) where Theorem 4.4 gives √(2φ / ln^α T). The statement is true, but for α > 0 much weaker than what is proved.",
      numbers: {
        printedEta: looseEta,
        impliedEta: publishedEta(1, T),
        printedEpsilon: computeEpsilon(looseEta, 1e-6),
        impliedEpsilon: computeEpsilon(publishedEta(1, T), 1e-6),
      },
      shown: (text) =>
        `At α = 1, T = 10⁶: η = ${text.printedEta} instead of ${text.impliedEta}, so that at δ = 10⁻⁶ ε = ${text.printedEpsilon} instead of ${text.impliedEpsilon}.`,
    }),
    erratum({
      id: "factor-two",
      where: "Theorem 4.4 and its proof",
      what: "The proof composes the φ draws with MAX, as if MAX were one more release. It is a function of the same draws, so it costs nothing: η = √(⌊φ⌋ / ln^α T) is enough, smaller by √2.",
      numbers: {
        published: publishedEta(1, T),
        tight: tightEta(1, T),
        published0: publishedEta(0, T),
        tight0: tightEta(0, T),
      },
      shown: (text) =>
        `At T = 10⁶: ${text.tight} instead of ${text.published} (α = 1), ${text.tight0} instead of ${text.published0} (α = 0).`,
    }),
    erratum({
      id: "lemma-proof",
      where: "Lemma 4.1, proof in Appendix B",
      what: "After step (b), ln^(1-α) T + 1 in a denominator becomes ln^(1-α) T: this makes the subtracted term larger, the wrong direction for an upper bound. Near α = 1 the corrected chain no longer reaches 3/T. The claim survives: averaging over how far the empirical mean is off, instead of taking its worst case, proves it with room to spare.",
      numbers: {
        target: 3 / T,
        chain1: atOne.chain,
        chain0: atZero.chain,
        low1: atOne.failure.low,
        high1: atOne.failure.high,
      },
      shown: (text) =>
        `T = 10⁶, to be at most ${text.target}: the corrected chain gives ${text.chain0} at α = 0 but ${text.chain1} at α = 1; the true worst case at α = 1 is between ${text.low1} and ${text.high1}.`,
    }),
    erratum({
      id: "budget",
      where: "The choice of φ",
      what: "The budget is far larger than the lemma needs, and every draw costs privacy.",
      numbers: {
        budget0: Math.floor(samplingBudget(0, T)),
        enough0: findEnoughDraws(0),
        budget1: Math.floor(samplingBudget(1, T)),
        enough1: findEnoughDraws(1),
      },
      shown: (text) =>
        `At T = 10⁶, ${text.enough0} draws are enough at α = 0 (the paper takes ${text.budget0}), ${text.enough1} at α = 1 (${text.budget1}).`,
    }),
    erratum({
      id: "observation-constant",
      where: "Appendix D, the definition of L_i",
      what: "L_i is printed with the factor (√2+1)²/4; the step that uses it, (√2+1)√(ln(TΔ²φ) ln^α T / L_i) = Δ/2, needs 4(√2+1)². Orders are not affected.",
      numbers: {
        printed: rootFactor / 4,
        needed: 4 * rootFactor,
        reached: (Math.SQRT2 + 1) / Math.sqrt(rootFactor / 4),
      },
      shown: (text) =>
        `The printed factor is ${text.printed}, the needed one ${text.needed}; with the printed one the step arrives at ${text.reached} Δ instead of 0.5 Δ.`,
    }),
    erratum({
      id: "unequal-privacy",
      where: "Appendix E.2",
      what: "DP-TS-UCB at α = 1 is compared with (ε, 0)-DP algorithms at ε = 0.5, which are far more private on the same scale. The algorithms compared all release Laplace noise once per reward, so their η is known exactly.",
      numbers: {
        published: publishedEta(1, T),
        laplace: computeLaplaceEta(0.5),
        ratio: publishedEta(1, T) / computeLaplaceEta(0.5),
        // The ε at which a Laplace release loses as much, by either count.
        fairPublished: findLaplaceEpsilon(publishedEta(1, T)),
        fairTight: findLaplaceEpsilon(tightEta(1, T)),
      },
      shown: (text) =>
        `η = ${text.published} as published against ${text.laplace}, ${text.ratio} times; a fair ε would be ${text.fairPublished}, or ${text.fairTight} with the tight η of DP-TS-UCB.`,
    }),
    erratum({
      id: "alpha-zero",
      where: "Section 5.2 and Figure 4(b); Section 4.3",
      what: "“DP-TS-UCB achieves better privacy” is not true at α = 0 and T = 10⁶: M-TS-Gaussian with b = 0 and c = 5 promises a smaller η. Against TS-Gaussian, √T against T^¼ ln^¾ T pays only from a long horizon on.",
      numbers: {
        dpTsUcb: publishedEta(0, T),
        mTsGaussian: Math.sqrt(T / equalRegretScale(0, T)),
        tsGaussian: Math.sqrt(T / 2),
        crossing: findCrossingHorizon(publishedEta),
        crossingTight: findCrossingHorizon(tightEta),
      },
      shown: (text) =>
        `η = ${text.dpTsUcb} against ${text.mTsGaussian} (M-TS-Gaussian) and ${text.tsGaussian} (TS-Gaussian); TS-Gaussian is more private up to T = ${text.crossing} by the published η of DP-TS-UCB, up to ${text.crossingTight} by its tight one.`,
    }),
    erratum({
      id: "misprint",
      where: "Discussion after Corollary 4.3",
      what: "“DP-TS-UCB with parameter α = 0 is not optimal in terms of regret guarantees, but it offers a constant GDP guarantee” means α = 1.",
      numbers: { atZero: publishedEta(0, T), atOne: publishedEta(1, T), atZeroLater: publishedEta(0, 1e3 * T) },
      shown: (text) =>
        `At α = 0, η grows from ${text.atZero} at T = 10⁶ to ${text.atZeroLater} at 10⁹; at α = 1 it is ${text.atOne} for every T.`,
    }),
    erratum({
      id: "figure-one",
      where: "Introduction",
      what: "The budget is described as φ draws between two pulls of an arm, when the Gaussian is said to change. In Algorithm 1, in the privacy proof and in the caption of Figure 1 (“once a new Gaussian distribution is available”), it is φ draws in an epoch of 2^r pulls, during which the Gaussian does not change.",
      numbers: {
        pulls: 2 ** 10,
        perPull: 2 ** 10 * Math.floor(samplingBudget(1, T)),
        perEpoch: Math.floor(samplingBudget(1, T)),
        refilled: introductionEta(1, T),
        published: publishedEta(1, T),
      },
      shown: (text) =>
        `In an epoch of ${text.pulls} pulls at α = 1 and T = 10⁶: at most ${text.perEpoch} draws, not up to ${text.perPull}. Refilled at every pull, η would be ${text.refilled}, still within the published ${text.published}.`,
    }),
    erratum({
      id: "variance",
      where: "Section 3, on TS-Gaussian and M-TS-Gaussian",
      what: "Draws are described with variance 1/n and c/n, after n pulls, but the guarantees quoted are those of Ou et al. for variance 1/(n+1) and c/(n+1). As described, an arm pulled once loses 1/√c a draw, not 1/√(2c). We simulate Ou's, to which the quoted guarantees belong.",
      numbers: { stated: Math.sqrt(T / 2), true: Math.sqrt(T) },
      shown: (text) =>
        `At T = 10⁶: √(T/2) = ${text.stated} is quoted for TS-Gaussian, √T = ${text.true} is what the description gives; likewise for M-TS-Gaussian with b = c = 1.`,
    }),
    erratum({
      id: "ucb1",
      where: "Discussion after Corollary 4.3",
      what: "The order ln(T^1.5 Δ²)/Δ at α = 0 is said to be better than ln(T)/Δ of UCB1. It is so only for gaps below T^(-1/4); for larger ones it is worse, by up to a half, and ln ln T is still to be added.",
      numbers: {
        gap: firstGap,
        dpTsUcb: Math.log(T ** 1.5 * firstGap * firstGap),
        ucb1: Math.log(T),
        largestGap: T ** -0.25,
      },
      shown: (text) =>
        `At T = 10⁶ and Δ = ${text.gap}: ln(T^1.5 Δ²) = ${text.dpTsUcb} against ln T = ${text.ucb1}; it is better only for Δ < ${text.largestGap}.`,
    }),
    erratum({
      id: "proof-misprints",
      where: "Appendix C, first term of (mix 1); Appendix D, proofs of Lemmas D.2 and D.3",
      what: "The first term of (mix 1) is repeated with a factor ½ before its root that neither the line before nor the line after has. The proof about ω₃ bounds P(|μ̂ - μ| ≤ √(ln(TΔ²)/n)) by Hoeffding's inequality; it means >. Case 1 of the proof of Lemma D.3 has μ₁ + Δ/2 where the lemma has μ_i + Δ/2. Nothing rests on any of them.",
      numbers: { bound: hoeffding, printed: 1 - hoeffding },
      shown: (text) =>
        `At TΔ² = e², Hoeffding gives at most ${text.bound} for >; the event that is printed has a chance of at least ${text.printed}.`,
    }),
  ]
}
