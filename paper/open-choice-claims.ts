// The claims of Figures 3 to 7 under the other reading of each open choice. They are our questions:
// the paper's own claims are judged in the exhibits of their figures.

import { powerLabel } from "@armistice/lab"
import { printedBest } from "./exhibits/pre-pulls.ts"
import { judgeRising } from "./exhibits/trade-off.ts"
import { formatNumber } from "./judging/format-number.ts"
import { exactly } from "./judging/interval.ts"
import { type Judgement, judgeBelow, judgeLowerRegret, judgeLowestRegret } from "./judging/judgement.ts"
import type { Measurement } from "./judging/measurement.ts"
import { type OpenChoiceResults, refilledHorizons } from "./open-choice-results.ts"
import { figureSevenEpsilon, nameRival } from "./pure-rivals.ts"
import { paperAlphas, paperHorizon } from "./setting.ts"

const claim = (id: string, text: string) => ({ id: `open-choices/${id}`, claim: text, by: "ours" as const })
const isLazyUcb = ({ algorithm }: Measurement): boolean => algorithm === "anytime-lazy-ucb"

/** At the paper's horizon if none is named. */
export const refilledAt = (
  refilled: readonly Measurement[],
  alpha: number,
  horizon: number = paperHorizon,
): Measurement => refilled.find((point) => point.parameters.alpha === alpha && point.horizon === horizon) as Measurement

export const judgeOpenChoices = (results: OpenChoiceResults): Judgement[] => [
  ...judgeRefilled(results),
  ...judgeDescribed(results),
]

/** The budget refilled at every pull: Figures 5, 3, 4 and 7, and the loss. */
function judgeRefilled({ pairs, equalBound, pure, refilled }: OpenChoiceResults): Judgement[] {
  const [least, most] = pairs
  const [refilled0, refilled1] = [refilledAt(refilled, 0), refilledAt(refilled, 1)]
  return [
    ...pairs.map(({ alpha, dpTsUcb }) =>
      judgeLowerRegret(
        claim(
          `lower-${alpha}`,
          `At α = ${alpha}, a budget that is refilled at every pull gives lower regret than that of Algorithm 1.`,
        ),
        refilledAt(refilled, alpha),
        dpTsUcb,
      ),
    ),
    judgeLowerRegret(
      claim("refilled-0", "With the budget refilled at every pull, M-TS-Gaussian still has lower regret at α = 0."),
      least.mTsGaussian,
      refilled0,
    ),
    judgeLowerRegret(
      claim(
        "refilled-1",
        "With the budget refilled at every pull, DP-TS-UCB still has lower regret than M-TS-Gaussian at α = 1.",
      ),
      refilled1,
      most.mTsGaussian,
    ),
    ...refilledHorizons.map((horizon) =>
      judgeRising(
        claim(
          `refilled-rising-${horizon}`,
          `With the budget refilled at every pull, regret at T = ${powerLabel(horizon)} rises from each α to the next.`,
        ),
        paperAlphas.map((alpha) => refilledAt(refilled, alpha, horizon)),
      ),
    ),
    ...refilledHorizons.map((horizon) =>
      judgeLowerRegret(
        claim(
          `refilled-ends-${horizon}`,
          `With the budget refilled at every pull, α = 0 has lower regret than α = 1 at T = ${powerLabel(horizon)}.`,
        ),
        refilledAt(refilled, 0, horizon),
        refilledAt(refilled, 1, horizon),
      ),
    ),
    ...equalBound.map(({ alpha, mTsGaussian }) =>
      judgeLowerRegret(
        claim(
          `refilled-bound-${alpha}`,
          `With the same regret bound at α = ${alpha} and the budget refilled at every pull, DP-TS-UCB has lower regret than M-TS-Gaussian.`,
        ),
        refilledAt(refilled, alpha),
        mTsGaussian,
      ),
    ),
    ...[
      ...pure.map((rival) => ({ alpha: 0, own: refilled0, rival })),
      ...pure.filter(isLazyUcb).map((rival) => ({ alpha: 1, own: refilled1, rival })),
    ].map(({ alpha, own, rival }) =>
      judgeLowerRegret(
        claim(
          `refilled-pure-${alpha}-${nameRival(rival)}`,
          `With the budget refilled at every pull, DP-TS-UCB at α = ${alpha} has lower regret than ${rival.label} at ε = ${figureSevenEpsilon}.`,
        ),
        own,
        rival,
      ),
    ),
    judgePublished(refilled, most.dpTsUcb),
  ]
}

/** If it holds, the claims of Figures 3 and 4 about the published η stand for both readings. */
function judgePublished(refilled: readonly Measurement[], algorithmOne: Measurement): Judgement {
  const refilled1 = refilledAt(refilled, 1)
  const largest = exactly(Math.max(...refilled.map(({ eta, published }) => eta / published)))
  return judgeBelow(
    claim("published", "The published η covers both readings, at every T and α."),
    "largest tight η of the refilled reading / published η",
    largest,
    1,
    `At α = 1 and T = 10⁶: ${formatNumber(refilled1.eta)} refilled and ${formatNumber(algorithmOne.eta)} as in Algorithm 1, ${formatNumber(refilled1.published)} as published. A mean of n rewards serves 2n pulls, each with a budget.`,
  )
}

/** M-TS-Gaussian with variance c/n: Figures 5, 4, 6 and 7. */
function judgeDescribed({
  pairs,
  equalBound,
  pure,
  describedBound,
  describedPrePulls,
}: OpenChoiceResults): Judgement[] {
  const [least, most] = pairs
  const [private0, private1] = printedBest.map(
    (best) => describedPrePulls.find(({ alpha, b }) => alpha === best.alpha && b === best.b)?.regret as Measurement,
  )
  return [
    judgeLowerRegret(
      claim(
        "variance-privacy-0",
        "At the printed c for α = 0, M-TS-Gaussian with variance c/n has lower regret than DP-TS-UCB.",
      ),
      private0,
      least.dpTsUcb,
    ),
    judgeLowerRegret(
      claim(
        "variance-own-privacy-0",
        "At α = 0, with the c that the η of variance c/n asks for, M-TS-Gaussian has lower regret, too.",
      ),
      describedPrePulls.find(({ alpha, b }) => alpha === 0 && b === 0)?.regret as Measurement,
      least.dpTsUcb,
    ),
    judgeLowerRegret(
      claim(
        "variance-privacy-1",
        "At the printed c for α = 1, DP-TS-UCB has lower regret than M-TS-Gaussian with variance c/n.",
      ),
      most.dpTsUcb,
      private1,
    ),
    ...equalBound.map(({ alpha, dpTsUcb }, index) =>
      judgeLowerRegret(
        claim(
          `variance-bound-${alpha}`,
          `With the same regret bound at α = ${alpha}, DP-TS-UCB has lower regret than M-TS-Gaussian with variance c/n.`,
        ),
        dpTsUcb,
        describedBound[index],
      ),
    ),
    ...printedBest.map(({ alpha, b }) => {
      const grid = describedPrePulls.filter((point) => point.alpha === alpha)
      return judgeLowestRegret(
        claim(
          `variance-best-${alpha}`,
          `With variance c/n, b = ${b} has the lowest regret of the grid at α = ${alpha}.`,
        ),
        grid.find((point) => point.b === b)?.regret as Measurement,
        grid.filter((point) => point.b !== b).map(({ regret }) => regret),
      )
    }),
    ...pure.map((rival) =>
      judgeLowerRegret(
        claim(
          `variance-pure-0-${nameRival(rival)}`,
          `At α = 0, M-TS-Gaussian with variance c/n has lower regret than ${rival.label} at ε = ${figureSevenEpsilon}.`,
        ),
        private0,
        rival,
      ),
    ),
    ...pure.map((rival) =>
      judgeLowerRegret(
        claim(
          `variance-pure-1-${nameRival(rival)}`,
          `At α = 1, M-TS-Gaussian with variance c/n has more regret than ${rival.label} at ε = ${figureSevenEpsilon}.`,
        ),
        rival,
        private1,
      ),
    ),
  ]
}
