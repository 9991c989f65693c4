// Nanoseconds per round of choose + observe against a loop written by hand for the same algorithm,
// with the same random numbers. Interleaved, medians, ratios. It times nothing as a test; it does
// insist that both pull the same arms. Arguments: names of algorithms, to run only those.

import { spawnSync } from "node:child_process"
import { createAlgorithm, seededRandom } from "../dist/index.js"

const means = [0.95, 0.75, 0.55, 0.35, 0.15]
const armCount = means.length
const horizon = 200_000
const repetitions = 11

const throughCore = (name, parameters) => (rewards, random) => {
  const algorithm = createAlgorithm(name, parameters)
  const state = algorithm.start(armCount)
  for (let round = 0; round < horizon; round++) {
    const arm = algorithm.choose(state, random)
    algorithm.observe(state, arm, rewards[round * armCount + arm], random)
  }
  return state.decided
}

const dpTsUcbByHand = (alpha) => (rewards, random) => {
  const logHorizon = Math.log(horizon)
  const budget = Math.floor(
    Math.sqrt(2 * Math.PI * Math.E) * horizon ** ((1 - alpha) / 2) * logHorizon ** ((3 - alpha) / 2),
  )
  const pulls = new Array(armCount).fill(0)
  const mean = new Float64Array(armCount)
  const deviation = new Float64Array(armCount)
  const left = new Float64Array(armCount)
  const best = new Float64Array(armCount)
  const size = new Float64Array(armCount).fill(1)
  const received = new Float64Array(armCount)
  const sum = new Float64Array(armCount)
  for (let round = 0; round < horizon; round++) {
    let arm = round
    if (round >= armCount) {
      let largest = Number.NEGATIVE_INFINITY
      for (let i = 0; i < armCount; i++) {
        let model = best[i]
        if (left[i] > 0) {
          model = mean[i] + deviation[i] * random.gaussian()
          left[i] -= 1
          if (model > best[i]) best[i] = model
        }
        if (model > largest) {
          largest = model
          arm = i
        }
      }
    }
    pulls[arm] += 1
    sum[arm] += rewards[round * armCount + arm]
    received[arm] += 1
    if (received[arm] === size[arm]) {
      mean[arm] = sum[arm] / size[arm]
      deviation[arm] = Math.sqrt(logHorizon ** alpha / size[arm])
      left[arm] = budget
      best[arm] = 0
      size[arm] *= 2
      received[arm] = 0
      sum[arm] = 0
    }
  }
  return pulls
}

const gaussianThompsonByHand = (prePulls, scale) => (rewards, random) => {
  const pulls = new Array(armCount).fill(0)
  const sum = new Float64Array(armCount)
  const mean = new Float64Array(armCount)
  const deviation = new Float64Array(armCount).fill(Math.sqrt(scale))
  for (let round = 0; round < horizon; round++) {
    let arm = Math.floor(round / prePulls)
    if (round >= prePulls * armCount) {
      let largest = Number.NEGATIVE_INFINITY
      for (let i = 0; i < armCount; i++) {
        const draw = mean[i] + deviation[i] * random.gaussian()
        if (draw > largest) {
          largest = draw
          arm = i
        }
      }
    }
    pulls[arm] += 1
    const size = pulls[arm] + 1
    sum[arm] += rewards[round * armCount + arm]
    mean[arm] = sum[arm] / size
    deviation[arm] = Math.sqrt(scale / size)
  }
  return pulls
}

const betaThompsonByHand = (rewards, random) => {
  const pulls = new Array(armCount).fill(0)
  const sum = new Float64Array(armCount)
  for (let round = 0; round < horizon; round++) {
    let arm = 0
    let largest = Number.NEGATIVE_INFINITY
    for (let i = 0; i < armCount; i++) {
      const draw = random.beta(1 + sum[i], 1 + pulls[i] - sum[i])
      if (draw > largest) {
        largest = draw
        arm = i
      }
    }
    pulls[arm] += 1
    sum[arm] += rewards[round * armCount + arm]
  }
  return pulls
}

const ucb1ByHand = (rewards, random) => {
  const pulls = new Array(armCount).fill(0)
  const sum = new Float64Array(armCount)
  for (let round = 0; round < horizon; round++) {
    let arm = round
    if (round >= armCount) {
      const width = 2 * Math.log(round)
      let largest = Number.NEGATIVE_INFINITY
      let ties = 1
      for (let i = 0; i < armCount; i++) {
        const index = sum[i] / pulls[i] + Math.sqrt(width / pulls[i])
        if (index > largest) {
          largest = index
          arm = i
          ties = 1
        } else if (index === largest && random.integer(++ties) === 0) arm = i
      }
    }
    pulls[arm] += 1
    sum[arm] += rewards[round * armCount + arm]
  }
  return pulls
}

const uniformByHand = (rewards, random) => {
  const pulls = new Array(armCount).fill(0)
  const sum = new Float64Array(armCount)
  for (let round = 0; round < horizon; round++) {
    const arm = random.integer(armCount)
    pulls[arm] += 1
    sum[arm] += rewards[round * armCount + arm]
  }
  return pulls
}

const contests = [
  { label: "dp-ts-ucb, alpha 0", core: throughCore("dp-ts-ucb", { alpha: 0, horizon }), byHand: dpTsUcbByHand(0) },
  { label: "dp-ts-ucb, alpha 1", core: throughCore("dp-ts-ucb", { alpha: 1, horizon }), byHand: dpTsUcbByHand(1) },
  { label: "ts-gaussian", core: throughCore("ts-gaussian", { horizon }), byHand: gaussianThompsonByHand(0, 1) },
  {
    label: "m-ts-gaussian",
    core: throughCore("m-ts-gaussian", { prePulls: 100, varianceScale: 5, horizon }),
    byHand: gaussianThompsonByHand(100, 5),
  },
  { label: "ts-beta", core: throughCore("ts-beta", {}), byHand: betaThompsonByHand },
  { label: "ucb1", core: throughCore("ucb1", {}), byHand: ucb1ByHand },
  { label: "uniform", core: throughCore("uniform", {}), byHand: uniformByHand },
]

const [one, ...wanted] = process.argv.slice(2)
const contest = contests.find(({ label }) => `--only=${label}` === one)
if (contest === undefined) {
  console.log(`choose + observe, ${armCount} arms, ${horizon} rounds, medians of ${repetitions} interleaved runs\n`)
  console.log(row("algorithm", "core ns", "by hand ns", "ratio", "same pulls"))
  const names = one === undefined ? [] : [one, ...wanted]
  for (const { label } of contests) {
    if (names.length > 0 && !names.some((name) => label.startsWith(name))) continue
    // A process each: an experiment runs one algorithm, and code that has met several is compiled
    // for all of them.
    const { status } = spawnSync(process.execPath, [import.meta.filename, `--only=${label}`], { stdio: "inherit" })
    if (status !== 0) process.exitCode = 1
  }
  console.log("\nuniform has no rule to compute: its ratio is the price of checking arguments and keeping counts.")
} else compare(contest)

function compare({ label, core, byHand }) {
  const times = { core: [], byHand: [] }
  let samePulls = true
  for (let repetition = 0; repetition <= repetitions; repetition++) {
    const rewards = drawRewards(repetition)
    const a = timed(core, rewards, repetition)
    const b = timed(byHand, rewards, repetition)
    samePulls &&= a.pulls.join() === b.pulls.join()
    // The first repetition warms up the compiler.
    if (repetition === 0) continue
    times.core.push(a.nanoseconds)
    times.byHand.push(b.nanoseconds)
  }
  const [ours, theirs] = [median(times.core), median(times.byHand)]
  console.log(
    row(label, ours.toFixed(0), theirs.toFixed(0), `${(ours / theirs).toFixed(2)}x`, samePulls ? "yes" : "NO"),
  )
  if (!samePulls) process.exitCode = 1
}

function drawRewards(seed) {
  const random = seededRandom(1000 + seed)
  return Uint8Array.from({ length: horizon * armCount }, (_, k) => (random.uniform() < means[k % armCount] ? 1 : 0))
}

function timed(loop, rewards, seed) {
  const random = seededRandom(seed)
  // Processor time, not the clock: the machine may have other things to do.
  const started = process.cpuUsage()
  const pulls = loop(rewards, random)
  const { user, system } = process.cpuUsage(started)
  return { nanoseconds: ((user + system) * 1000) / horizon, pulls }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

function row(label, ...cells) {
  return label.padEnd(20) + cells.map((cell) => cell.padStart(12)).join("")
}
