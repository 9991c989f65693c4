// The caches beside a state never change a choice: neither after an extension, which goes on with
// the same state, nor because somebody looked at the results.

import { expect, test } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import { createAlgorithm } from "../catalogue.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { judgeContext } from "../verdict/context-verdict.ts"
import "./catalogue.ts"
import type { ContextPlan } from "./context-plan.ts"
import { type GdpContextState, readIndices, readLeader } from "./context-state.ts"

const attributes = { group: { levels: ["a", "b", "c"] } }
const points = [[0], [1], [2]]

const create = (horizon: number, eta = 1): Algorithm & { readonly context: ContextPlan } =>
  createAlgorithm("gdp-context", { eta, horizon, attributes }) as never

const copyOf = (state: GdpContextState): GdpContextState => JSON.parse(JSON.stringify(state))

/** Everyone answers before the next person comes. `look` sees the state before every decision. */
function serve(
  algorithmOf: (round: number) => Algorithm,
  rounds: number,
  { seed, look }: { readonly seed: number; readonly look: (state: GdpContextState, round: number) => void },
): void {
  const people = seededRandom(`people ${seed}`)
  const random = seededRandom(`noise ${seed}`)
  const state = algorithmOf(0).start(2) as GdpContextState
  for (let round = 0; round < rounds; round++) {
    look(state, round)
    const algorithm = algorithmOf(round)
    const { [people.integer(3)]: point } = points
    const arm = algorithm.choose(state, random, undefined, point)
    const mean = 0.5 + 0.03 * ((arm + point[0]) % 2)
    algorithm.observe(state, arm, Number(people.uniform() < mean), random, undefined, point)
  }
}

test("indices are those of a restart whatever was read before: another horizon, eta or other excluded arms", () => {
  const { context: plan } = create(300)
  let changed = 0
  for (let seed = 0; seed < 3; seed++)
    serve(() => create(300), 294, {
      seed,
      look(state, round) {
        if (round < 150 || round % 10 > 0) return
        const settings = [
          { eta: 1, horizon: 300 },
          { eta: 1, horizon: 1_000_000 },
          { eta: 1, horizon: 1_000_000, excluded: new Set([0]) },
          { eta: 2, horizon: 1_000_000, excluded: new Set<number>() },
          { eta: 2, horizon: 300 },
        ]
        for (const point of points) {
          const fresh = settings.map((setting) => readIndices(plan, copyOf(state), point, setting))
          expect(settings.map((setting) => readIndices(plan, state, point, setting))).toEqual(fresh)
          changed += Number(JSON.stringify(fresh[0]) !== JSON.stringify(fresh[1]))
          const excluded = new Set([0])
          expect(readLeader(plan, state, point, excluded)).toBe(1)
          expect(readLeader(plan, state, point, new Set())).toBe(readLeader(plan, copyOf(state), point))
          expect(readLeader(plan, state, point)).toBe(fresh[0]?.leader)
        }
      },
    })
  expect(changed).toBeGreaterThan(30)
})

test("after an extension every choice is that of a restart, whether or not somebody looked at the results", () => {
  const [planned, extended] = [create(300), create(1_000_000)]
  let choices = 0
  for (let seed = 0; seed < 3; seed++)
    serve((round) => (round < 290 ? planned : extended), 400, {
      seed,
      look(state, round) {
        if (round <= 290 || round % 4 > 0) return
        const [alone, looked] = [copyOf(state), copyOf(state)]
        // Results are computed for the number that was planned first.
        judgeContext(planned, looked, { reward: { min: 0, max: 1 }, worthwhile: 0.02 })
        judgeContext(planned, state, { reward: { min: 0, max: 1 }, worthwhile: 0.02 })
        for (const point of points) {
          const chosen = [alone, looked, state].map((one) => {
            const { indices } = readIndices(extended.context, one, point, { eta: 1, horizon: 1_000_000 })
            return indices.indexOf(Math.min(...indices))
          })
          expect(chosen).toEqual([chosen[0], chosen[0], chosen[0]])
          choices += 1
        }
      },
    })
  expect(choices).toBeGreaterThan(200)
})
