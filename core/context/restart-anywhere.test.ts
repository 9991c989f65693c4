// Every choice and release is that of a process that starts again before each step, whatever is
// remembered between calls: with late and missing answers, stopped and added arms, a restored copy
// and extensions.

import { expect, test } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import { createAlgorithm } from "../catalogue.ts"
import { discardOpenBatches, dropOutstanding } from "../parts/discard-open-batches.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { takeArm } from "../verdict/even-share.ts"
import "./catalogue.ts"
import type { ContextAttributes } from "./attributes.ts"
import type { ContextPlan, ContextPoint } from "./context-plan.ts"
import type { GdpContextState } from "./context-state.ts"

type WithContext = Algorithm<GdpContextState> & { readonly context: ContextPlan }
type Work<Result> = (algorithm: WithContext, state: GdpContextState, random: ReturnType<typeof seededRandom>) => Result

/** A state in memory, and one that is read again from JSON before each step, in a new process. */
function startTwins(attributes: ContextAttributes, silence: number | undefined) {
  const create = (horizon: number) =>
    createAlgorithm("gdp-context", { eta: 2, horizon, attributes }) as unknown as WithContext
  const noise = { kept: seededRandom("noise"), restarted: seededRandom("noise") }
  let horizon = 320
  let algorithm = create(horizon)
  const state = algorithm.start(2, silence, 5)
  let stored = JSON.stringify(state)
  return {
    state,
    extend(): void {
      horizon *= 1000
      algorithm = create(horizon)
    },
    run<Result>(work: Work<Result>): Result {
      const restarted = JSON.parse(stored) as GdpContextState
      const result = work(algorithm, state, noise.kept)
      expect(work(create(horizon), restarted, noise.restarted)).toEqual(result)
      stored = JSON.stringify(restarted)
      expect(JSON.stringify(state) === stored).toBe(true)
      return result
    },
  }
}

interface Open {
  readonly arm: number
  readonly pull: number
  readonly point: ContextPoint
  readonly round: number
  /** When it is answered; infinity: never. */
  readonly due: number
}

const window = 60

/** Returns how many answers came late or never. */
function live(attributes: ContextAttributes, { isLate, silence }: { isLate: boolean; silence?: number }) {
  const people = seededRandom(`people ${isLate} ${silence}`)
  const { state, extend, run } = startTwins(attributes, silence)
  let [late, expired] = [0, 0]
  let open: Open[] = []
  let stopped: number | undefined
  for (let round = 0; round < 300; round++) {
    const arms = state.decided.length
    if (round === 60 || round === 200) run((algorithm, one) => algorithm.addArm?.(one))
    if (round === 90 || round === 230) {
      const arm = people.integer(arms)
      stopped = arm
      run((_, one) => dropOutstanding(one, arm))
      open = open.filter((decision) => decision.arm !== arm)
    }
    if (round === 120 || round === 260) stopped = undefined
    if (round === 150 || round === 280) extend()
    if (round === 180) {
      run((_, one) => discardOpenBatches(one))
      open = []
    }
    const point = Object.values(attributes).map((one) =>
      "levels" in one ? people.integer(one.levels.length) : people.uniform(),
    )
    const excluded = stopped === undefined ? undefined : new Set([stopped])
    const given = people.uniform() < 0.1 ? people.integer(arms) : stopped
    const arm = run((algorithm, one, random) =>
      given === stopped
        ? algorithm.choose(one, random, excluded, [...point])
        : takeArm(algorithm, one, random, given as number, [...point]),
    )
    const delay = isLate ? Math.floor(20 * people.exponential()) : 0
    const due = isLate && people.uniform() < 0.2 ? Number.POSITIVE_INFINITY : round + delay
    open.push({ arm, pull: (state.decided[arm] as number) - 1, point, round, due })
    for (const decision of open) {
      const { arm, pull, point } = decision
      if (decision.due <= round) {
        if (decision.due > decision.round) late += 1
        const reward = Number(people.uniform() < 0.3 + 0.1 * arm)
        run((algorithm, one) => algorithm.nextReleases(one, arm, pull, [...point]))
        run((algorithm, one, random) => algorithm.observe(one, arm, reward, random, pull, [...point]))
      } else if (decision.round + window === round) {
        expired += 1
        run((algorithm, one) => algorithm.expire?.(one, arm, pull, [...point]))
      }
    }
    open = open.filter((decision) => decision.due > round && decision.round + window > round)
  }
  return { late, expired }
}

const levels = (count: number) => ({ levels: Array.from({ length: count }, (_, level) => `level ${level}`) })

test.each<[string, ContextAttributes]>([
  ["groups", { a: levels(4), b: levels(2) }],
  [
    "numbers that no key can tell apart",
    { a: levels(4), b: { range: [0, 1] }, c: { range: [0, 1] }, d: { range: [0, 1] } },
  ],
])("%s", (_name, attributes) => {
  for (const setting of [{ isLate: false }, { isLate: true }, { isLate: true, silence: 0.4 }]) {
    const { late, expired } = live(attributes, setting)
    expect(late > 20 && expired > 20).toBe(setting.isLate)
  }
})
