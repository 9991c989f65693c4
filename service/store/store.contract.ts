// The contract of every store, run over all of them (store.test.ts).

import { describe, expect, test } from "vitest"
import { defineExperiment } from "../create-experiment.ts"
import type { Experiment } from "../experiment.ts"
import { firstHash, sealEntry } from "../ledger/ledger-entry.ts"
import { type Changes, noChanges } from "./changes.ts"
import type { CurrentResultRow } from "./result-rows.ts"
import { type DecisionRow, metricPlace, newExperiment, type PopulationRow, type ReservationRow } from "./rows.ts"
import type { Store } from "./store.ts"

export interface OpenedStore {
  readonly store: Store
  /** Another look at the same store, as another process has it. */
  again(): Promise<Store>
}

const createExperiment = (name: string): Experiment =>
  defineExperiment({ name, arms: ["a", "b"], horizon: 1000, answers: "all" as const, privacy: { eta: 1 } }, 1000)

const createDecision = (experiment: string, sequence: number, more: Partial<DecisionRow> = {}): DecisionRow => ({
  experiment,
  sequence,
  id: `d-${sequence}`,
  arm: 0,
  pull: sequence - 1,
  segment: "",
  subject: null,
  excluded: "",
  context: null,
  at: 1000 + sequence,
  due: 5000 + sequence,
  key: "local",
  noise: null,
  ...more,
})

const changed = (changes: Partial<Changes>): Changes => ({ ...noChanges(), ...changes })

export function storeContract(name: string, open: () => Promise<OpenedStore>): void {
  const withExperiment = async () => {
    const { store, again } = await open()
    const experiment = createExperiment("one")
    await store.commit(changed({ experiments: [newExperiment(experiment)] }))
    return { store, again, experiment, id: experiment.id }
  }

  describe(`the ${name} store`, () => {
    test("gives experiments back as they were stored, in pages, in the order of their creation", async () => {
      const { store } = await open()
      const made = ["first", "second", "third"].map(createExperiment)
      for (const experiment of made) await store.commit(changed({ experiments: [newExperiment(experiment)] }))
      expect(await store.experimentCount()).toBe(3)
      expect(await store.experiment(made[1]?.id ?? "")).toEqual(newExperiment(made[1] as Experiment))
      expect(await store.experiment("exp_unknown")).toBeUndefined()
      const first = await store.experiments({ limit: 2 })
      expect(first.map(({ experiment }) => experiment.name)).toEqual(["first", "second"])
      const next = await store.experiments({ after: first[1]?.experiment.id ?? "", limit: 2 })
      expect(next.map(({ experiment }) => experiment.name)).toEqual(["third"])
      await store.commit(changed({ statuses: [{ experiment: made[0]?.id ?? "", status: "paused" }] }))
      const paused = await store.experiments({ limit: 5, status: "paused" })
      expect(paused.map(({ experiment, status }) => [experiment.name, status])).toEqual([["first", "paused"]])
    })

    test("gives decisions back by id and in the order of the journal, with every field", async () => {
      const { store, id } = await withExperiment()
      const rows = [
        createDecision(id, 1),
        createDecision(id, 2, {
          pull: null,
          subject: "hash",
          excluded: "0,1",
          context: "[2,0.25]",
          arm: 1,
          noise: "[0.5,-1e-9]",
        }),
        createDecision(id, 4, { id: 'odd "id" {with} \\ , NULL é', segment: "north, {south}", key: "k'" }),
      ]
      await store.commit(changed({ decisions: rows }))
      for (const row of rows) expect(await store.decision(id, row.id)).toEqual(row)
      expect(await store.decision(id, "d-9")).toBeUndefined()
      expect(await store.decision("exp_unknown", "d-1")).toBeUndefined()
      expect(await store.rowsAfter("decisions", id, 0, 2)).toEqual(rows.slice(0, 2))
      expect(await store.rowsAfter("decisions", id, 2, 10)).toEqual(rows.slice(2))
    })

    test("takes rewards, observations with their slots, discards, changes of arms, subjects and snapshots", async () => {
      const { store, id } = await withExperiment()
      const reward = { experiment: id, decision: 1, steps: 2 ** 20, key: "local", at: 1500 }
      const observation = {
        experiment: id,
        sequence: 2,
        decision: 1,
        steps: 2 ** 20,
        source: "caller",
        noise: "[1]",
      } as const
      const acceptance = { experiment: id, sequence: 4, restores: 2, eta: 0.1 + 0.2, key: "local", at: 5 }
      const snapshot = {
        experiment: id,
        sequence: 2,
        journal: "hash",
        passed: "{}",
        counts: "{}",
        swept: 1,
        discarded: 0,
        arms: '{"added":[]}',
        state: '{"":{}}',
      }
      const stop = {
        experiment: id,
        sequence: 5,
        kind: "stop",
        arm: 1,
        name: null,
        horizon: null,
        cause: "harm",
        metric: 2,
        segment: "",
        reason: null,
        key: null,
        actor: "service",
        at: 6,
      } as const
      const more = {
        ...stop,
        sequence: 6,
        kind: "add",
        name: "é, {",
        horizon: 2 ** 40,
        reason: "why",
        key: "k",
      } as const
      expect(await store.snapshot(id)).toBeUndefined()
      await store.commit(
        changed({
          decisions: [createDecision(id, 1, { context: "[1]" })],
          rewards: [reward],
          observations: [observation],
          discards: [{ experiment: id, sequence: 3, restores: 2 }],
          acceptances: [acceptance],
          armChanges: [stop, more],
          subjects: [{ experiment: id, subject: "s", learned: 1, arm: null, since: null, assigned: null }],
          snapshots: [snapshot],
        }),
      )
      expect(await store.reward(id, 1)).toEqual(reward)
      expect(await store.reward(id, 2)).toBeUndefined()
      expect(await store.rowsAfter("observations", id, 0, 5)).toEqual([
        { ...observation, segment: "", arm: 0, pull: 0, context: "[1]" },
      ])
      expect(await store.rowsAfter("discards", id, 2)).toEqual([{ experiment: id, sequence: 3, restores: 2 }])
      expect(await store.rowsAfter("acceptances", id, 3)).toEqual([acceptance])
      expect(await store.rowsAfter("acceptances", id, 4)).toEqual([])
      expect(await store.rowsAfter("armChanges", id, 0)).toEqual([stop, more])
      expect(await store.rowsAfter("armChanges", id, 5)).toEqual([more])
      expect(await store.experiment(id)).toMatchObject({ restores: 2, accepted: 2 })
      await store.setRestores(2)
      expect(await store.restores()).toBe(2)
      expect(await store.snapshot(id)).toEqual(snapshot)
      await store.commit(
        changed({
          subjects: [{ experiment: id, subject: "s", learned: 2, arm: 1, since: 9, assigned: "{}" }],
          snapshots: [{ ...snapshot, sequence: 3 }],
        }),
      )
      expect(await store.rowsAfter("subjects", id, "")).toEqual([
        { experiment: id, subject: "s", learned: 2, arm: 1, since: 9, assigned: "{}" },
      ])
      const wanted = ["nobody", "s"].map((subject) => ({ experiment: id, subject }))
      expect(await store.subjects(wanted)).toMatchObject([undefined, { subject: "s", assigned: "{}" }])
      expect(await store.subjects([])).toEqual([])
      expect((await store.snapshot(id))?.sequence).toBe(3)
    })

    test("takes values of metrics and what went into their batches, by decision and in order, each once", async () => {
      const { store, id } = await withExperiment()
      const value = { experiment: id, decision: 1, metric: 0, steps: 7, key: "local", at: 1500 }
      const last = { ...value, decision: 3, metric: 7 }
      const values = [value, { ...value, metric: 2, steps: 2 ** 20 }, { ...value, decision: 3 }, last]
      const observation = {
        experiment: id,
        sequence: 4,
        decision: 1,
        metric: 2,
        steps: 2 ** 20,
        source: "caller",
        noise: "[1]",
      } as const
      const late = { ...observation, sequence: 5, metric: 1, source: "default", noise: null } as const
      await store.commit(changed({ decisions: [createDecision(id, 1), createDecision(id, 3)] }))
      await store.commit(changed({ metricValues: values, metricObservations: [observation, late] }))
      expect(await store.rowsAfter("metricValues", id, 0, 10)).toEqual(values)
      expect(await store.rowsAfter("metricValues", id, metricPlace(value), 2)).toEqual(values.slice(1, 3))
      expect(await store.rowsAfter("metricValues", id, metricPlace(last), 2)).toEqual([])
      const slot = { segment: "", arm: 0, pull: 0, context: null }
      expect(await store.rowsAfter("metricObservations", id, 0, 5)).toEqual(
        [observation, late].map((row) => ({ ...row, ...slot })),
      )
      expect(await store.rowsAfter("metricObservations", id, 4, 5)).toEqual([{ ...late, ...slot }])
      for (const twice of [{ metricValues: [value] }, { metricObservations: [{ ...late, sequence: 9 }] }])
        await expect((async () => store.commit(changed(twice)))()).rejects.toMatchObject({ name: "ServiceError" })
    })

    test("keeps who did what in order, and counts refusals of a key, an action and a minute together", async () => {
      const { store, again, id } = await withExperiment()
      const done = { experiment: id, at: 60_000, action: "pause", code: null, count: 1, outcome: "done" } as const
      const refused = { ...done, code: "forbidden", outcome: "refused" } as const
      const [ops, other] = [
        { id: "k1", name: "ops" },
        { id: "k2", name: "other" },
      ]
      expect(await store.activity({ limit: 10 })).toEqual([])
      await store.commit(changed({ activity: [{ ...done, key: ops }] }))
      await store.commit(
        changed({
          activity: [
            { ...refused, key: ops },
            { ...refused, key: ops, at: 119_999, count: 2 },
            { ...refused, key: other },
            { ...refused, key: ops, at: 120_000, experiment: null },
            { ...refused, key: ops, action: "resume" },
            { ...refused, key: ops, action: "resume", experiment: null, code: "invalid_transition" },
            { ...done, key: ops, experiment: null, action: "create-key" },
          ],
        }),
      )
      const rows = [
        { ...done, key: ops },
        { ...refused, key: ops, count: 3 },
        { ...refused, key: other },
        { ...refused, key: ops, at: 120_000, experiment: null },
        { ...refused, key: ops, action: "resume", experiment: null, code: null, count: 2 },
        { ...done, key: ops, experiment: null, action: "create-key" },
      ].map((row, index) => ({ ...row, number: index + 1 }))
      const read = await again()
      expect(await read.activity({ limit: 10 })).toEqual(rows)
      expect(await read.activity({ limit: 2, after: 1 })).toEqual(rows.slice(1, 3))
      expect(await read.activity({ limit: 2, isNewestFirst: true })).toEqual([rows[5], rows[4]])
      expect(await read.activity({ limit: 2, isNewestFirst: true, after: 3 })).toEqual([rows[1], rows[0]])
      expect(await read.activity({ limit: 10, only: [id, "exp_unknown"] })).toEqual(rows.slice(0, 3))
      expect(await read.activity({ limit: 10, only: [null] })).toEqual(rows.slice(3))
      expect(await read.activity({ limit: 10, only: [] })).toEqual([])
    })

    test("erases the link to a subject and nothing else", async () => {
      const { store, id } = await withExperiment()
      await store.commit(
        changed({
          decisions: [createDecision(id, 1, { subject: "gone" }), createDecision(id, 2, { subject: "stays" })],
        }),
      )
      await store.commit(changed({ erased: [{ experiment: id, subject: "gone" }] }))
      expect((await store.rowsAfter("decisions", id, 0, 5)).map(({ subject }) => subject)).toEqual(["", "stays"])
    })

    test("keeps the ledger with its secrets, and events, each in order", async () => {
      const { store, id, experiment } = await withExperiment()
      const draft = {
        experiment: id,
        segment: "",
        arm: 0,
        block: 0,
        count: 8,
        mechanism: "gaussian",
        epsilon: null,
      } as const
      const first = sealEntry(
        { ...draft, index: 1, eta: 1, spent: 1, at: 1, previous: firstHash(id, experiment.limit), sequence: 3 },
        "journal",
      )
      const second = sealEntry(
        { ...draft, index: 2, arm: 1, eta: 1, spent: 1, at: 2, previous: first.hash, sequence: 5 },
        "journal",
      )
      const event = (number: number) => ({ experiment: id, number, kind: "release", body: `{"n":${number}}` }) as const
      expect(await store.ledgerHead(id)).toBeUndefined()
      await store.commit(changed({ ledger: [first, second], events: [event(1), event(2)] }))
      expect(await store.ledger(id, 0, 10)).toEqual([first, second])
      expect(await store.ledger(id, 1, 10)).toEqual([second])
      expect(await store.ledgerHead(id)).toEqual(second)
      expect(await store.rowsAfter("events", id, 1, 10)).toEqual([event(2)])
    })

    test("keeps each result once and the latest of each segment, in order", async () => {
      const { store, id } = await withExperiment()
      const result = {
        experiment: id,
        release: 2,
        segment: 'n"\\,{}',
        at: 7,
        state: "leaning",
        leader: 1,
        body: '{"arms":["é\\"",null]}',
      } as const
      const first = { ...result, release: 1, state: "no_answers", leader: null } as const
      const current: CurrentResultRow = {
        experiment: id,
        segment: "n",
        release: 2,
        at: 7,
        state: "clear",
        verdict: "clear",
        leader: 1,
        next: 0,
        difference: 0.1 + 0.2,
        low: -1e-17,
        high: 5e300,
        recommended: 1,
        fixed: 0,
        body: '{"verdict":{}}',
      }
      const nothing = { leader: null, next: null, difference: null, low: null, high: null, recommended: null }
      const bare: CurrentResultRow = {
        ...current,
        ...nothing,
        segment: "m",
        release: 0,
        at: null,
        fixed: 1,
        body: null,
      }
      await store.commit(changed({ results: [first, result], currentResults: [current, bare] }))
      await store.commit(changed({ results: [{ ...result, leader: 0 }] }))
      expect(await store.rowsAfter("results", id, 0, 10)).toEqual([first, result])
      expect(await store.rowsAfter("results", id, 1, 10)).toEqual([result])
      expect(await store.rowsAfter("results", id, 0, 1)).toEqual([first])
      expect(await store.currentResults(id)).toEqual([bare, current])
      const fixed = { ...current, state: "ended_undecided", verdict: "leaning", fixed: 1, recommended: 0 } as const
      await store.commit(changed({ currentResults: [{ ...fixed, body: null }] }))
      expect(await store.currentResults(id)).toEqual([bare, fixed])
      expect(await store.rowsAfter("results", "exp_unknown", 0, 1)).toEqual([])
      expect(await store.currentResults("exp_unknown")).toEqual([])
    })

    test("refuses a decision, an id, a reward or a ledger entry twice, and then keeps nothing of that transaction", async () => {
      const { store, id } = await withExperiment()
      await store.commit(changed({ decisions: [createDecision(id, 1)] }))
      const reward = { experiment: id, decision: 1, steps: 1, key: "local", at: 1 }
      await store.commit(changed({ rewards: [reward] }))
      const twice: Partial<Changes>[] = [
        { decisions: [createDecision(id, 2), createDecision(id, 1, { id: "other" })] },
        { decisions: [createDecision(id, 2), createDecision(id, 3, { id: "d-1" })] },
        { decisions: [createDecision(id, 2)], rewards: [{ ...reward, steps: 2 }] },
        // Also among so many that they go in together.
        {
          decisions: Array.from({ length: 40 }, (_, index) =>
            createDecision(id, index + 2, index === 20 ? { id: "d-1" } : {}),
          ),
        },
      ]
      for (const changes of twice)
        await expect((async () => store.commit(changed(changes)))()).rejects.toMatchObject({ name: "ServiceError" })
      expect(await store.rowsAfter("decisions", id, 0, 5)).toHaveLength(1)
      expect((await store.reward(id, 1))?.steps).toBe(1)
    })

    test("keeps populations, who is in them and what is reserved, to the last bit", async () => {
      const { store, again } = await open()
      const before = { subjectNormalisation: "nfkc", createdAt: 5, restoresBefore: 1, restores: 1, accepted: 1 }
      const [p, q] = ["p", "q"].map((name) => ({ name, limit: 1.1, highest: 2, ...before }))
      const isNew = true
      await store.commit(changed({ populations: [p, q].map((row) => ({ ...(row as PopulationRow), isNew })) }))
      const twice = async () => store.commit(changed({ populations: [{ ...(p as PopulationRow), isNew }] }))
      await expect(twice()).rejects.toMatchObject({ name: "ServiceError" })
      const member = { ...createExperiment("one"), population: "p" }
      await store.commit(changed({ experiments: [member, createExperiment("two")].map((one) => newExperiment(one)) }))
      const lower = { ...(p as PopulationRow), limit: 0.1, restores: 3, accepted: 2 }
      const tiny = [2 ** -60, -(2 ** -55), 5e-324, 0.1, 1 + 2 ** -52]
      const reservations = tiny.map((low, index) => ({ population: "p", person: `h${index}`, high: index + low, low }))
      await store.commit(changed({ populations: [{ ...lower, isNew: false }], reservations }))
      const [first] = reservations
      await store.commit(changed({ reservations: [{ ...(first as ReservationRow), high: 9 }] }))
      const other = await again()
      expect(await other.populations.find("p")).toEqual(lower)
      expect(await other.populations.find("none")).toBeUndefined()
      expect((await other.populations.after("", 5)).map(({ name }) => name)).toEqual(["p", "q"])
      expect(await other.populations.after("p", 5)).toEqual([q])
      expect(await other.populations.members("p")).toEqual([newExperiment(member)])
      expect(await other.populations.members("q")).toEqual([])
      expect(await other.populations.reservationsAfter("p", "", 2)).toEqual([{ ...first, high: 9 }, reservations[1]])
      expect(await other.populations.reservationsAfter("p", "h1", 9)).toEqual(reservations.slice(2))
      expect(await other.populations.countPeople("p", 2.5)).toEqual({ people: 5, atLimit: 3 })
      expect(await other.populations.countPeople("q", 0)).toEqual({ people: 0, atLimit: 0 })
    })

    test("keeps keys and properties, and notices that another process changed the keys", async () => {
      const { store, again } = await open()
      const key = {
        id: "k1",
        lineage: "k0",
        name: "web",
        role: "decide",
        hash: "h",
        experiments: ["exp_a"],
        requestsPerSecond: 600,
        createdAt: 5,
        createdBy: "local",
        expiresAt: null,
        revokedAt: null,
        revokedBy: null,
      } as const
      await store.putKey(key)
      expect(await store.keys()).toEqual([key])
      const before = await store.version()
      expect(await store.version()).toBe(before)
      const other = await again()
      await other.putKey({ ...key, revokedAt: 9, requestsPerSecond: null })
      expect(await store.version()).not.toBe(before)
      expect((await store.keys())[0]).toMatchObject({ revokedAt: 9, requestsPerSecond: null })
      expect(await store.property("copy")).toBeNull()
      await store.setProperty("copy", "now")
      expect(await other.property("copy")).toBe("now")
      await store.setProperty("copy", null)
      expect(await store.property("copy")).toBeNull()
      await store.checkWritable()
    })
  })
}
