// Two worlds with equal releases and different answers show the same on every public route; planted
// mistakes are noticed. twin-worlds.slow.test.ts looks more often, in more settings.

import { afterEach, describe, expect, test, vi } from "vitest"
import { Learning } from "../live/learning.ts"
import { LiveExperiment } from "../live/live-experiment.ts"
import { Service } from "../service.ts"
import { storeKinds } from "../testing/any-server.ts"
import { playTwins, twinSettings, type World } from "../testing/twin-worlds.ts"
import { UnitOfWork } from "../transaction/unit-of-work.ts"

/** The outputs of both worlds, by place. */
type Difference = Error & Record<"actual" | "expected", Readonly<Record<string, string>>>

/** The same experiment, with public arrivals to its readers. */
const withPublicArrivals = (live: LiveExperiment): LiveExperiment =>
  new Proxy(live, {
    get(target, name) {
      if (name === "experiment") return { ...target.experiment, arrivals: "public" }
      const value: unknown = Reflect.get(target, name)
      return typeof value === "function" ? value.bind(target) : value
    },
  })

afterEach(() => {
  vi.restoreAllMocks()
})

test.each(["ripe", "successes", "hiddenEnd", "serving", "stops", "hiddenHarm", "context"] as const)(
  "%s: nothing but releases tells two worlds apart",
  async (name) => {
    expect(await playTwins({ ...twinSettings[name], lookSteps: 30 })).toBeGreaterThan(3)
  },
)

test("people who look and are exposed later tell nothing more", async () => {
  expect(await playTwins({ ...twinSettings.hiddenBulk, people: 60, lookSteps: 30 })).toBeGreaterThan(3)
})

test("an assignment that looks at an open sum is noticed", async () => {
  vi.spyOn(Learning.prototype, "planShares").mockImplementation(function (this: Learning, segment) {
    const { sum } = this.segment(segment).state as unknown as { sum: number[] }
    // One arm for everyone, by digits of the sums.
    const chosen = Math.floor(997 * sum.reduce((total, one) => total + one, 0)) % sum.length
    return sum.map((_, arm) => Number(arm === chosen))
  })
  // Batches that are open for a while.
  const more = { ...twinSettings.bulk.more, privacy: { eta: 1 } }
  await expect(playTwins({ ...twinSettings.bulk, more, people: 60 })).rejects.toThrow(/^person \d+ looks/)
})

test("the same on Postgres, with people of a population, metrics and private arrivals", async () => {
  const { hiddenPopulation } = twinSettings
  expect(await playTwins({ ...hiddenPopulation, people: 36, lookSteps: 30 }, "Postgres")).toBeGreaterThan(3)
})

describe.each(storeKinds)("on %s", (kind) => {
  const short = { ...twinSettings.hidden, people: 60, lookSteps: 30 }

  test("a batch whose size looks at an open sum is noticed", async () => {
    const { observe } = Learning.prototype
    vi.spyOn(Learning.prototype, "observe").mockImplementation(function (this: Learning, ...given) {
      const releases = observe.apply(this, given)
      const [{ segment, arm }] = given
      const { sum, size } = this.segment(segment).state as unknown as { sum: number[]; size: number[] }
      if ((size[arm] as number) > 0 && (sum[arm] as number) > 2) size[arm] = (size[arm] as number) + 1
      return releases
    })
    await expect(playTwins({ ...short, lookSteps: 10 }, kind)).rejects.toThrow(/^(seen at [1-9]|decision|the twins)/)
  })

  test("counts of answers that are shown with private arrivals once it is finished are noticed", async () => {
    const { settle } = Learning.prototype
    vi.spyOn(Learning.prototype, "settle").mockImplementation(function (this: Learning, ...settled) {
      settle.apply(this, settled)
      const [{ segment, arm }, source] = settled
      const { given } = this.segment(segment)
      if (source === "caller") given[arm] = (given[arm] as number) + 1
    })
    // Views then show what they show with public arrivals.
    const { live: read } = Service.prototype
    vi.spyOn(Service.prototype, "live").mockImplementation(async function (this: Service, id) {
      const live = await read.call(this, id)
      return live.status === "finished" ? withPublicArrivals(live) : live
    })
    const difference = await playTwins(short, kind).catch((error: Difference) => error)
    const { message, actual, expected } = difference as Difference
    expect(message).toMatch(/^seen at 51/)
    const results = "/v1/experiments/it/results"
    expect(expected[results]).toMatch(/"rewards":\d/)
    expect(actual[results]).not.toBe(expected[results])
  })

  test("a line of the log for each private reward is noticed", async () => {
    const mistake = async ({ app, store, id }: World) => {
      for (const _reward of await store.rowsAfter("rewards", id, 0, 1e6)) app.log.info("reward")
    }
    await expect(playTwins({ ...short, mistake }, kind)).rejects.toThrow(/^seen at [1-9]/)
  })
})

test("a stop that reveals the sum it drops is noticed", async () => {
  const { changeArms } = LiveExperiment.prototype
  vi.spyOn(LiveExperiment.prototype, "changeArms").mockImplementation(function (this: LiveExperiment, row) {
    const { sum } = this.segment("").state as unknown as { sum: number[] }
    changeArms.call(this, { ...row, reason: JSON.stringify(sum) })
  })
  // At this privacy batches are long, so that one is open at every stop.
  const more = { ...twinSettings.stops.more, privacy: { eta: 1 } }
  await expect(playTwins({ ...twinSettings.stops, more })).rejects.toThrow(/^(arms\/|seen at [2-9])/)
})

test("a message for webhooks that reveals an open sum is noticed", async () => {
  const { addMessage } = UnitOfWork.prototype
  vi.spyOn(UnitOfWork.prototype, "addMessage").mockImplementation(function (this: UnitOfWork, type, data, live, at) {
    const sums = live === undefined ? {} : { sums: (live.segment("").state as unknown as { sum: number[] }).sum }
    addMessage.call(this, type, { ...data, ...sums }, live, at)
  })
  await expect(playTwins(twinSettings.hidden)).rejects.toThrow(/^seen at 102/)
})
