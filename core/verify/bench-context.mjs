// gdp-context with ten arms and thirty features: microseconds a decision for a context that was not
// seen since the last release, milliseconds a release, and bytes of state, each beside its goal.
// Processor time, medians of runs. It times nothing as a test.

import { createAlgorithm, seededRandom } from "../dist/index.js"
import "../dist/context/index.js"

const armCount = 10
const features = 30
const horizon = 100_000
const rounds = 6000

const oneHot = {
  attributes: { group: { levels: Array.from({ length: features }, (_, level) => `level ${level}`) } },
  draw: (random) => [random.integer(features)],
}
const dense = {
  attributes: Object.fromEntries(Array.from({ length: features }, (_, at) => [`number ${at}`, { range: [0, 1] }])),
  draw: (random) => Array.from({ length: features }, () => random.uniform()),
}

console.log(`gdp-context, ${armCount} arms, ${features} features, medians\n`)
console.log(["features", "µs a decision", "goal", "ms a release", "goal", "kB of state", "goal"].map(cell).join(""))
for (const [name, kind, goal] of [
  ["one-hot", oneHot, 100],
  ["dense", dense, 150],
]) {
  const { decision, release, bytes } = measure(kind)
  const figures = [decision.toFixed(0), goal, (release / 1000).toFixed(2), 1, (bytes / 1000).toFixed(0), 500]
  console.log([name, ...figures].map(cell).join(""))
}

function measure({ attributes, draw }) {
  const algorithm = createAlgorithm("gdp-context", { eta: 1, horizon, attributes })
  const state = algorithm.start(armCount)
  const people = seededRandom(1)
  const random = seededRandom(2)
  const decisions = []
  const releases = []
  let isFresh = false
  for (let round = 0; round < rounds; round++) {
    const point = draw(people)
    const count = state.count.reduce((sum, one) => sum + one, 0)
    // The posterior is computed with the release; what is timed is the first decision for a
    // context.
    const [arm, took] = timed(() => algorithm.choose(state, random, undefined, point))
    if (isFresh && round > rounds / 6) decisions.push(took)
    const [, learned] = timed(() =>
      algorithm.observe(state, arm, people.uniform() < 0.3 + 0.04 * arm ? 1 : 0, random, undefined, point),
    )
    isFresh = state.count.reduce((sum, one) => sum + one, 0) > count
    if (isFresh && round > rounds / 6) releases.push(learned)
  }
  return { decision: median(decisions), release: median(releases), bytes: JSON.stringify(state).length }
}

function timed(run) {
  // Processor time, not the clock: the machine may have other things to do.
  const began = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(began)
  return [result, user + system]
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

function cell(text) {
  return String(text).padStart(15)
}
