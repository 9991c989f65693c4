// Replays a log by rejection (Li, Chu, Langford, Wang 2011): an event is used if it has the chosen
// arm, with a chance inverse to its propensity, as if the algorithm had run live. Bootstrapped, so
// that the interval covers the log's own noise (Mary, Preux, Nicol 2014).

import type { Algorithm, SeededRandom } from "@armistice/core"
import { checkWhole, invalidParameter } from "../check-parameters.ts"
import { computeMean } from "../replication/statistics.ts"
import type { RecordedLog } from "./recorded-log.ts"
import { computeDataInterval, type DataInterval, drawStreams, type RecordedOptions, readCounts } from "./resample.ts"

/** An algorithm's estimated earnings on a recorded log. */
export interface LogReplay {
  readonly events: number
  /** The share of the log that is used, and how many events that are. */
  readonly used: { readonly share: number; readonly events: number }
  /** The mean reward of what is used. */
  readonly reward: DataInterval
  /** The mean reward of the log itself. */
  readonly logged: DataInterval
  /** Shares of the arms in what is used. */
  readonly shares: readonly number[]
}

/** `horizon` ends a run after that many used events. */
export async function replayLog(
  algorithm: Algorithm,
  log: RecordedLog,
  horizon: number | undefined,
  options: RecordedOptions,
): Promise<LogReplay> {
  const { tables, runs } = readCounts(options)
  if (horizon !== undefined) checkWhole("horizon", horizon, 2)
  // One for all arms: otherwise runs that stay with an often dealt arm would be longer.
  const least = log.propensities.reduce((a, b) => Math.min(a, b))
  const totals = { used: 0, pulls: log.names.map(() => 0) }
  const rewards: number[] = []
  const logged: number[] = []
  for await (const stream of drawStreams(options)) {
    const drawn = drawEvents(log, stream)
    logged.push(computeMean(Float64Array.from(drawn, (event) => log.rewards[event])))
    let [sum, used] = [0, 0]
    for (let run = 0; run < runs; run++) {
      const played = runOnLog(algorithm, log, drawn, least, horizon, stream.fork(run))
      sum += played.sum
      used += played.used
      for (const [arm, count] of played.pulls.entries()) totals.pulls[arm] += count
    }
    if (used === 0) throw invalidParameter("the log has no usable event: none was accepted")
    totals.used += used
    rewards.push(sum / used)
  }
  const events = totals.used / (tables * runs)
  return {
    events: log.arms.length,
    used: { share: events / log.arms.length, events },
    reward: computeDataInterval(rewards),
    logged: computeDataInterval(logged),
    shares: totals.pulls.map((count) => count / totals.used),
  }
}

/** As many events as there are, each drawn from all. */
const drawEvents = ({ arms }: RecordedLog, random: SeededRandom): Int32Array =>
  Int32Array.from({ length: arms.length }, () => random.integer(arms.length))

function runOnLog(
  algorithm: Algorithm,
  { arms, rewards, propensities, names }: RecordedLog,
  drawn: Int32Array,
  least: number,
  horizon = Number.POSITIVE_INFINITY,
  random: SeededRandom,
) {
  const state = algorithm.start(names.length)
  const pulls = names.map(() => 0)
  const [noise, chance] = [random.fork(0), random.fork(1)]
  let [sum, used] = [0, 0]
  let chosen = algorithm.choose(state, noise)
  for (const event of drawn) {
    if (used >= horizon) break
    // Every event counts as much as the one that was least likely.
    if (arms[event] !== chosen || chance.uniform() * propensities[event] > least) continue
    used += 1
    sum += rewards[event]
    pulls[chosen] += 1
    algorithm.observe(state, chosen, rewards[event], noise)
    // No decision beyond the log: an algorithm made for so many rounds would refuse it.
    if (used < Math.min(horizon, drawn.length)) chosen = algorithm.choose(state, noise)
  }
  return { sum, used, pulls }
}
