// Two experiments that differ in one reward and in the metric that came with it live through the
// same history: nothing that is asked about rewards may tell them apart. Arms are forced (all but
// one are excluded), since what is learned may differ, within the guarantee. Then two services with
// equal releases and different answers, where nothing at all may.

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { liveNames, liveUse } from "../live/live-algorithms.ts"
import { type StoreKind, storeKinds } from "../testing/any-server.ts"
import { type Answer, RestartableServer } from "../testing/restartable-server.ts"
import { demo } from "../testing/test-service.ts"
import { playTwins, type TwinSetting, twinSettings } from "../testing/twin-worlds.ts"

type Arrivals = "public" | "private"

/** A reward, a metric, or both; null is left out. */
interface Given {
  readonly decision: number
  readonly value: number | null
  readonly metric: number | null
}

/** The requests to each world. */
type Question =
  | { readonly kind: "decide" | "read"; readonly decision: number; readonly key: number }
  | (Given & { readonly kind: "reward" | "rewardSubject"; readonly key: number })
  | { readonly kind: "rewards"; readonly rewards: readonly Given[]; readonly key: number }
  | { readonly kind: "pause" | "resume" | "finish" | "archive" }
  | { readonly kind: "erase"; readonly decision: number }

/** The events of both at once. */
type Event =
  | { readonly kind: "wait"; readonly seconds: number }
  | { readonly kind: "windows" }
  | { readonly kind: "copy" }

type Action = Question | Event

const decision = fc.nat(3)
const key = fc.nat(1)
const value = fc.constantFrom(0, 0.25, 0.25 + 2 ** -20, 0.5, 1, 2, -1, null)
const given = { decision, value, metric: value }
const within = fc.constantFrom(0, 0.25, 0.25 + 2 ** -20, 1)

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("decide" as const), decision, key }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constantFrom("reward" as const, "rewardSubject" as const), ...given, key }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("rewards" as const),
      rewards: fc.array(fc.record(given), { minLength: 1, maxLength: 5 }),
      key,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("read" as const), decision, key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const), seconds: fc.constantFrom(1, 25, 59, 100) }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Event>({ kind: "windows" }, { kind: "windows" }, { kind: "windows" }, { kind: "copy" }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("pause", "resume", "finish", "archive" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("erase" as const), decision }) },
)

/**
 * A history, and the reward in the middle of it that differs; null: there is none in the other
 * world.
 */
const history = (arrivals: Arrivals) =>
  fc.record({
    before: fc.array(action, { maxLength: 8 }),
    rewarded: decision,
    by: key,
    how: fc.constantFrom("reward" as const, "rewardSubject" as const),
    value: within,
    other: arrivals === "private" ? fc.option(within) : within,
    after: fc.array(action, { minLength: 1, maxLength: 20 }),
  })

const arm = { excludeArms: ["b", "c"] }

const createBody = ({ value, metric }: Given) => ({
  ...(value === null ? {} : { value }),
  ...(metric === null ? {} : { metrics: { metric } }),
})

/** The whole answer in one of the two worlds. */
function act({ ask, keys }: RestartableServer, id: string, action: Question): Promise<Answer> {
  const base = `/v1/experiments/${id}`
  const name = (number: number) => `d${number}`
  switch (action.kind) {
    case "decide": {
      // Two decisions share a subject, and one of them is not learned from.
      const subject = `s${action.decision >> 1}`
      return ask("POST", `${base}/decisions`, { decisionId: name(action.decision), subject, ...arm }, keys[action.key])
    }
    case "read":
      return ask("GET", `${base}/decisions/${name(action.decision)}`, undefined, keys[action.key])
    case "reward":
      return ask("PUT", `${base}/decisions/${name(action.decision)}/reward`, createBody(action), keys[action.key])
    case "rewardSubject":
      return ask(
        "POST",
        `${base}/rewards`,
        { subject: `s${action.decision >> 1}`, ...createBody(action) },
        keys[action.key],
      )
    case "rewards": {
      const rewards = action.rewards.map((one) => ({ decisionId: name(one.decision), ...createBody(one) }))
      return ask("POST", `${base}/rewards:batch`, { rewards }, keys[action.key])
    }
    case "erase":
      return ask("POST", `${base}/subjects:erase`, { subject: `s${action.decision >> 1}` })
    case "pause":
    case "resume":
    case "finish":
    case "archive":
      return ask("POST", `${base}/${action.kind}`)
  }
}

/** Sends an action to both worlds and returns the answers of both, without their names. */
async function both(server: RestartableServer, ids: readonly string[], action: Action): Promise<string[]> {
  if (action.kind === "wait") server.clock.forward(action.seconds)
  else if (action.kind === "windows") await server.service.closeWindows()
  else if (action.kind === "copy") await server.restartAsCopy()
  else {
    const answers = await Promise.all(ids.map((id) => act(server, id, action)))
    return answers.map((answer, index) => JSON.stringify(answer).replaceAll(ids[index] as string, "it"))
  }
  return ["", ""]
}

/** The number of answers to later rewards that had a body, over all histories. */
async function compare(kind: StoreKind, arrivals: Arrivals, counting: object, numRuns: number): Promise<number> {
  const server = await RestartableServer.start(kind)
  let told = 0
  // A window of its own, so that a value may come too late beside a reward that does not.
  const metrics = [{ name: "metric", eta: 1, windowSeconds: 30 }]
  const timing = {
    rewardWindowSeconds: 60,
    tickSeconds: 30,
    ...(arrivals === "public" ? { ripeSeconds: 20 } : {}),
  }
  const create = () => server.create({ ...demo, arrivals, ...timing, ...counting, metrics })
  await fc.assert(
    fc.asyncProperty(history(arrivals), async ({ before, rewarded, by, how, value, other, after }) => {
      const ids = [await create(), await create()]
      const play = async (actions: readonly Action[]) => {
        for (const one of actions) {
          const [first, second] = await both(server, ids, one)
          expect(second, JSON.stringify(one)).toBe(first)
          if (one.kind.startsWith("reward")) told += 1
        }
      }
      await play([{ kind: "decide", decision: rewarded, key: by }, ...before])
      const given = await Promise.all(
        [value, other].map(async (one, world) =>
          one === null
            ? null
            : act(server, ids[world] as string, {
                kind: how,
                decision: rewarded,
                value: one,
                metric: one,
                key: by,
              }),
        ),
      )
      if (other !== null) expect(given[1]).toEqual(given[0])
      const last = [0, 0.25, 1].flatMap((again) =>
        [0, 1].flatMap((asking) =>
          [again, null].flatMap((value) =>
            (["reward", "rewardSubject"] as const).map((kind) => {
              return { kind, decision: rewarded, value, metric: again, key: asking }
            }),
          ),
        ),
      )
      await play([...after, ...last, { kind: "read", decision: rewarded, key: 0 }])
    }),
    { numRuns },
  )
  return told
}

describe.each(storeKinds)("on %s", (kind) => {
  test.each([
    ["public", { subjectCap: 1 }],
    ["private", { subjectCap: 1 }],
    ["public", { sticky: true }],
    ["private", { sticky: true }],
  ] as const)(
    "with %s arrivals and %j two worlds that differ in one reward give the same answers about rewards, byte for byte",
    async (arrivals, counting) => {
      expect(await compare(kind, arrivals, counting, kind === "SQLite" ? 60 : 20)).toBeGreaterThan(200)
    },
  )
})

describe.each(storeKinds)("on %s", (kind) => {
  test.each(Object.entries(twinSettings))(
    "%s: equal releases show the same, whatever was answered",
    async (_name, setting) => {
      for (const seed of kind === "SQLite" ? ["one", "two", "three"] : ["one"]) {
        const twins: TwinSetting = { ...setting, seed }
        expect(await playTwins(twins, kind)).toBeGreaterThan(3)
      }
    },
  )

  // All that promise something.
  const algorithms = liveNames().filter((name) => /^(sums|draws)$/.test(liveUse(name)?.noise ?? ""))

  test.each(algorithms)("%s: the same, with both arrivals", async (name) => {
    const { onArrival, hidden } = twinSettings
    for (const { more, ...timing } of [onArrival, hidden]) {
      const twins: TwinSetting = { ...timing, people: 60, lookSteps: 30, more: { ...more, algorithm: { name } } }
      // The first epoch of DP-SE takes 1,418 answers of each arm, and releases one sum of each.
      const long = { ...twins, before: 2820, more: { ...twins.more, horizon: 4000 } }
      if (name === "dp-se") expect(await playTwins(long, kind)).toBe(2)
      else expect(await playTwins(twins, kind)).toBeGreaterThan(3)
    }
  })
})
