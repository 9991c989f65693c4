// Figure 1 (enter-label): the cap on draws from one Gaussian, seen in a real run of one arm.

import { exhibit, onlyChart } from "../exhibit.ts"
import { formatNumber } from "../judging/format-number.ts"
import { exactly } from "../judging/interval.ts"
import { decideVerdict, judge, judgeBelow } from "../judging/judgement.ts"
import { type RecordedRound, type RecordedRun, recordRun } from "../recorded-run.ts"

const horizon = 1000
const shownRounds = 160

export const samplingBudgetFigure = exhibit<RecordedRun>({
  id: "sampling-budget",
  title: "The cap on models drawn from one Gaussian, in a real run",
  claim:
    "From each Gaussian at most φ models are drawn; after that the highest of them is reused until there is new data.",
  source: "Figure 1",
  caption:
    "“Cap the number of mean reward models sampled from a Gaussian distribution. … In each of the rounds t+1, …, t+φ, DP-TS-UCB samples a Gaussian mean reward model θ_i^h and uses it in the learning for arm i. In each of the rounds t+φ+1, …, t', DP-TS-UCB reuses the highest model value … among the previously sampled φ mean reward models. … Once a new Gaussian distribution is available, DP-TS-UCB is allowed to draw φ Gaussian mean reward models again.”",
  choices: [
    "The budget is refilled when an epoch ends, as in Algorithm 1. The introduction can be read as refilling it at every pull; “Two choices that the paper leaves open” has both.",
    "A draw needs h ≥ 1 of the budget φ, a real number: φ rounded down is the number of draws.",
  ],

  simulate: async ({ seed }) => recordRun(1, horizon, 1, seed),

  check: ({ budget, rounds }) => {
    const epochs = groupByEpoch(rounds)
    const most = Math.max(...epochs.map((epoch) => epoch.filter(({ isFresh }) => isFresh).length))
    const reused = rounds.filter(({ isFresh }) => !isFresh)
    const wrong = epochs.flatMap((epoch) => {
      const largest = Math.max(0, ...epoch.filter(({ isFresh }) => isFresh).map(({ model }) => model))
      return epoch.filter(({ isFresh, model }) => !isFresh && model !== largest)
    })
    const pulls = epochs.map((epoch) => epoch.filter(({ isPulled }) => isPulled).length)
    return [
      judgeBelow(
        { id: "sampling-budget/cap", claim: "No more than φ models are drawn from one Gaussian." },
        "most draws from one Gaussian",
        most,
        budget + 0.5,
        `At most ${most} draws; φ, rounded down, is ${budget}.`,
      ),
      judge(
        { id: "sampling-budget/reuse", claim: "Once the budget is spent, the highest of the drawn models is used." },
        decideVerdict(exactly(reused.length === 0 ? Number.NaN : wrong.length), "below", 0.5),
        "rounds with another model",
        exactly(wrong.length),
        `${formatNumber(reused.length)} rounds reuse a model; in ${wrong.length} of them it is not the highest drawn.`,
      ),
      judgeBelow(
        {
          id: "sampling-budget/refill",
          claim: "The budget of draws is refilled at every pull of the arm, as the introduction can be read.",
          by: "ours",
        },
        "most pulls on one budget",
        Math.max(...pulls),
        1.5,
        "The introduction speaks of rounds between two pulls; Algorithm 1 refills the budget only when an epoch of 2^r pulls ends.",
      ),
    ]
  },

  charts: ({ rounds, budget }) => {
    const shown = rounds.slice(0, shownRounds)
    const last = shown[shown.length - 1].round
    const foot = Math.min(...shown.map(({ model }) => model)) - 0.5
    return onlyChart({
      title: `Models of one arm (mean 0.75) in a run of DP-TS-UCB, α = 1, T = ${formatNumber(horizon)}`,
      caption: `Rounds 6 to ${last}. Each epoch draws at most ${budget} models around its mean (circles); when they are used up, the highest of them is reused (squares) until the epoch ends and a new mean, with less spread, takes over (steps). Marks at the foot are the rounds in which the arm was pulled.`,
      x: { label: "round", scale: "linear", from: 0, to: last },
      y: { label: "model of the mean reward", scale: "linear" },
      legend: "top",
      series: [
        { name: "drawn", points: listPoints(shown, ({ isFresh }) => isFresh), markers: "every", line: "none" },
        { name: "reused", points: listPoints(shown, ({ isFresh }) => !isFresh), markers: "every", line: "none" },
        {
          name: "mean of the last full epoch",
          points: shown.map(({ round, mean }) => ({ x: round, y: mean })),
          markers: "none",
          line: "step",
        },
        {
          name: "pulled",
          points: shown.filter(({ isPulled }) => isPulled).map(({ round }) => ({ x: round, y: foot })),
          markers: "every",
          line: "none",
        },
      ],
    })
  },

  table: ({ rounds }) => [
    ["epoch", "rounds", "models drawn", "rounds of reuse", "highest model", "pulls"],
    ...groupByEpoch(rounds).map((epoch) => [
      String(epoch[0].epoch),
      `${epoch[0].round} to ${epoch[epoch.length - 1].round}`,
      String(epoch.filter(({ isFresh }) => isFresh).length),
      String(epoch.filter(({ isFresh }) => !isFresh).length),
      formatNumber(epoch[epoch.length - 1].best),
      String(epoch.filter(({ isPulled }) => isPulled).length),
    ]),
  ],
})

export function groupByEpoch(rounds: readonly RecordedRound[]): RecordedRound[][] {
  const epochs: RecordedRound[][] = []
  for (const round of rounds) {
    const current = epochs[epochs.length - 1]
    if (current === undefined || current[0].epoch !== round.epoch) epochs.push([round])
    else current.push(round)
  }
  return epochs
}

function listPoints(rounds: readonly RecordedRound[], isShown: (round: RecordedRound) => boolean) {
  return rounds.filter(isShown).map(({ round, model }) => ({ x: round, y: model }))
}
