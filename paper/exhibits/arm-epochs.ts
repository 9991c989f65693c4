// Figure 2 (arm_specific_epoch): the arm-specific epochs, seen in a real run of one arm.

import { exhibit, onlyChart } from "../exhibit.ts"
import { formatNumber } from "../judging/format-number.ts"
import { judgeBelow } from "../judging/judgement.ts"
import { type RecordedRun, recordRun } from "../recorded-run.ts"
import { groupByEpoch } from "./sampling-budget.ts"

const horizon = 1000

interface Epoch {
  readonly number: number
  /** Rounds of its pulls. */
  readonly pulls: readonly number[]
  readonly mean: number
  /** The mean that was used from its end on; null if the run ended first. */
  readonly used: number | null
}

export const armEpochs = exhibit<RecordedRun>({
  id: "arm-epochs",
  title: "Arm-specific epochs, in a real run",
  claim:
    "An arm's mean changes only at the end of an epoch of 1, 2, 4, 8, … of its own pulls, and is that epoch's mean alone.",
  source: "Figure 2",
  caption:
    "“Arm-specific epoch structure. The dashed lines partition rounds from t₁ to t₁₂ into three epochs. Assume arm i is pulled in round t₁, then we compute its empirical mean as μ̂_i = X₁ at the end of round t₁ … If arm i is pulled in rounds t₃, t₄ again, then we compute its empirical mean as μ̂_i = (X₃+X₄)/2 at the end of round t₄.”",
  choices: ["None: Algorithm 1 and the caption agree."],

  simulate: async ({ seed }) => recordRun(1, horizon, 1, seed),

  check: (run) => {
    const epochs = listEpochs(run).filter(({ used }) => used !== null)
    const wrongSizes = epochs.filter(({ number, pulls }) => pulls.length !== 2 ** number)
    const wrongMeans = epochs.filter(({ mean, used }) => Math.abs(mean - (used ?? Number.NaN)) > 1e-12)
    const changes = groupByEpoch(run.rounds).filter((epoch) => epoch.some(({ mean }) => mean !== epoch[0].mean))
    return [
      judgeBelow(
        { id: "arm-epochs/sizes", claim: "Epoch r has 2^r pulls of the arm." },
        "epochs of another length",
        wrongSizes.length,
        0.5,
        `Lengths: ${epochs.map(({ pulls }) => pulls.length).join(", ")}.`,
      ),
      judgeBelow(
        { id: "arm-epochs/means", claim: "The mean after an epoch is that of this epoch's rewards alone." },
        "epochs followed by another mean",
        wrongMeans.length,
        0.5,
        `Means: ${epochs.map(({ mean }) => formatNumber(mean)).join(", ")}.`,
      ),
      judgeBelow(
        {
          id: "arm-epochs/between",
          claim: "Between the ends of epochs the mean does not change, though the arm is pulled.",
        },
        "epochs in which it changed",
        changes.length,
        0.5,
        `${epochs.length} full epochs in ${formatNumber(run.horizon)} rounds.`,
      ),
    ]
  },

  charts: (run) => {
    const shown = listEpochs(run).filter(({ number }) => number <= 4)
    let count = 0
    return onlyChart({
      title: `Epochs of one arm (mean 0.75) in a run of DP-TS-UCB, α = 1, T = ${formatNumber(run.horizon)}`,
      caption:
        "Every pull of the arm, by the epoch it belongs to: epoch r has 2^r pulls, and an epoch's rewards are averaged once, when its last pull is in. Rounds in which other arms are pulled pass without a mark.",
      x: { label: "round", scale: "linear", from: 0 },
      y: { label: "pulls of the arm so far", scale: "linear", from: 0 },
      legend: "top",
      series: shown.map(({ number, pulls, mean, used }) => ({
        name: `epoch ${number}: ${pulls.length} ${pulls.length === 1 ? "pull" : "pulls"}${used === null ? " (not full)" : `, mean ${formatNumber(mean)}`}`,
        points: pulls.map((x) => ({ x, y: ++count })),
        markers: "every",
      })),
    })
  },

  table: (run) => [
    ["epoch", "pulls", "from round", "to round", "mean of its rewards", "mean used afterwards"],
    ...listEpochs(run).map(({ number, pulls, mean, used }) => [
      String(number),
      String(pulls.length),
      String(pulls[0]),
      String(pulls[pulls.length - 1]),
      formatNumber(mean),
      used === null ? "" : formatNumber(used),
    ]),
  ],
})

/** Pulls by epoch, counted here from the record; the run itself only says which mean it used. */
function listEpochs({ rounds, firstReward, arm }: RecordedRun): Epoch[] {
  const pulls = rounds.filter(({ isPulled }) => isPulled)
  const segments = groupByEpoch(rounds)
  const first = { number: 0, pulls: [arm + 1], mean: firstReward, used: rounds[0].mean }
  return [
    first,
    ...segments
      .map((segment, index): Epoch => {
        const inside = pulls.filter(({ epoch }) => epoch === segment[0].epoch)
        const sum = inside.reduce((total, { reward }) => total + (reward ?? 0), 0)
        return {
          number: segment[0].epoch,
          pulls: inside.map(({ round }) => round),
          mean: sum / inside.length,
          used: segments[index + 1]?.[0].mean ?? null,
        }
      })
      .filter((epoch) => epoch.pulls.length > 0),
  ]
}
