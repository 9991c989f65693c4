// Rows move from the tail into the tables a few at a time; wherever they are, and whenever the process ends, they are found, once each.

import { join } from "node:path"
import fc from "fast-check"
import { expect, test } from "vitest"
import { planExperiment } from "../../create-experiment.ts"
import { temporaryFolder } from "../../testing/test-service.ts"
import { type DecisionRow, newExperiment, noChanges, type ObservationRow, type RewardRow } from "../store.ts"
import { openSqliteStore, type SqliteStore } from "./sqlite-store.ts"

/** What a store should have. */
class Model {
  readonly decisions: DecisionRow[] = []
  readonly rewards: RewardRow[] = []
  readonly observations: ObservationRow[] = []
  sequence = 0

  decide(experiment: string): DecisionRow {
    this.sequence += 1
    const { sequence } = this
    const more = { arm: sequence % 2, pull: sequence, segment: "", subject: `s${sequence % 3}`, excluded: "" }
    const row = { experiment, sequence, id: `d${sequence}`, ...more, at: sequence, due: 9e9, key: "k", noise: null }
    this.decisions.push(row)
    return row
  }

  /** Of the newest decision without one, so that rewards are not in the order of decisions. */
  reward(experiment: string): { reward: RewardRow; observation: ObservationRow } | null {
    const open = this.decisions.findLast(({ sequence }) => this.rewards.every(({ decision }) => decision !== sequence))
    if (open === undefined) return null
    this.sequence += 1
    const decision = open.sequence
    const reward = { experiment, decision, steps: decision, key: "k", at: 1 }
    const observation = {
      experiment,
      sequence: this.sequence,
      decision,
      steps: decision,
      source: "caller",
      noise: null,
    } as const
    this.rewards.push(reward)
    this.observations.push(observation)
    return { reward, observation }
  }
}

function expectSame(store: SqliteStore, models: ReadonlyMap<string, Model>): void {
  for (const [id, { decisions, rewards, observations }] of models) {
    expect(store.decisionsAfter(id, 0, 1000)).toEqual(decisions)
    expect(store.rewardsAfter(id, 0, 1000)).toEqual([...rewards].sort((a, b) => a.decision - b.decision))
    expect(store.observationsAfter(id, 0, 1000)).toMatchObject(observations)
    for (const row of decisions) expect(store.decision(id, row.id)).toEqual(row)
    for (const row of rewards) expect(store.reward(id, row.decision)).toEqual(row)
    for (const { decision } of observations) expect(store.isObserved(id, decision)).toBe(true)
  }
}

test("every row is found once after every commit, by this process, by a reader, and by one that starts after a crash", () => {
  const which = fc.integer({ min: 0, max: 2 })
  const action = fc.tuple(fc.constantFrom("decide", "reward"), which)
  const commits = fc.array(fc.array(action, { minLength: 1, maxLength: 8 }), { minLength: 5, maxLength: 30 })
  let partly = 0
  fc.assert(
    fc.property(commits, fc.integer({ min: 1, max: 40 }), (groups, settleAt) => {
      const path = join(temporaryFolder(), "settling.db")
      let store = openSqliteStore(path, { settleAt })
      const made = ["a", "b", "c"].map((name) =>
        planExperiment({ name, arms: ["a", "b"], horizon: 1000, privacy: { eta: 1 } }, 0),
      )
      store.commit({ ...noChanges(), experiments: made.map((experiment) => newExperiment(experiment)) })
      const models = new Map(made.map(({ id }) => [id, new Model()]))
      for (const [number, group] of groups.entries()) {
        const changes = noChanges()
        for (const [what, index] of group) {
          const id = made[index]?.id as string
          const model = models.get(id) as Model
          if (what === "decide") changes.decisions.push(model.decide(id))
          else {
            const rewarded = model.reward(id)
            if (rewarded === null) continue
            changes.rewards.push(rewarded.reward)
            changes.observations.push(rewarded.observation)
          }
        }
        store.commit(changes)
        const settled = store.database.prepare("SELECT count(*) AS n FROM decisions").get().n as number
        const inTail = store.database.prepare("SELECT count(*) AS n FROM tail").get().n as number
        if (settled > 0 && inTail > 0) partly += 1
        if (number % 4 === 0) expectSame(store, models)
        if (number % 4 === 1) {
          const reader = openSqliteStore(path, { readOnly: true })
          expectSame(reader, models)
          reader.close()
        }
        if (number % 7 === 6) {
          // A crash: the connection goes without tidying up.
          store.database.close()
          store = openSqliteStore(path, { settleAt })
          expectSame(store, models)
        }
      }
      store.close()
      const after = openSqliteStore(path)
      expect(after.database.prepare("SELECT count(*) AS n FROM tail").get().n).toBe(0)
      expectSame(after, models)
      after.close()
    }),
    { numRuns: 8, seed: 7 },
  )
  expect(partly).toBeGreaterThan(20)
})

test("no commit settles many rows, and the tail does not grow", () => {
  const path = join(temporaryFolder(), "steps.db")
  const store = openSqliteStore(path, { settleAt: 160 })
  const experiment = planExperiment({ name: "a", arms: ["a", "b"], horizon: 1e6, privacy: { eta: 1 } }, 0)
  store.commit({ ...noChanges(), experiments: [newExperiment(experiment)] })
  const model = new Model()
  const count = (table: string) => store.database.prepare(`SELECT count(*) AS n FROM ${table}`).get().n as number
  let before = 0
  let largest = 0
  let longest = 0
  for (let commit = 0; commit < 250; commit++) {
    store.commit({ ...noChanges(), decisions: Array.from({ length: 5 }, () => model.decide(experiment.id)) })
    const settled = count("decisions")
    largest = Math.max(largest, settled - before)
    longest = Math.max(longest, count("tail"))
    before = settled
  }
  expect(largest).toBe(10)
  expect(longest).toBeLessThan(2 * 32 + 32)
  expect(before).toBeGreaterThan(800)
  store.close()
})

test("erasing a subject finds its decisions wherever they are, and leaves no trace of it in the tail", () => {
  const path = join(temporaryFolder(), "erase.db")
  const store = openSqliteStore(path, { settleAt: 20 })
  const experiment = planExperiment({ name: "a", arms: ["a", "b"], horizon: 1000, privacy: { eta: 1 } }, 0)
  store.commit({ ...noChanges(), experiments: [newExperiment(experiment)] })
  const model = new Model()
  for (let commit = 0; commit < 13; commit++)
    store.commit({ ...noChanges(), decisions: [model.decide(experiment.id), model.decide(experiment.id)] })
  const last = model.decide(experiment.id)
  store.commit({ ...noChanges(), decisions: [last], erased: [{ experiment: experiment.id, subject: "s1" }] })
  expect(store.database.prepare("SELECT count(*) AS n FROM tail").get().n).toBe(0)
  const subjects = new Set(store.decisionsAfter(experiment.id, 0, 100).map(({ subject }) => subject))
  expect(subjects).toEqual(new Set(["s0", "s2", ""]))
  store.close()
})
