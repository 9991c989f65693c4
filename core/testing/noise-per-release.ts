// A bandit must add noise to everything that it releases, also for arms that came later and after
// others left: plays one while arms come and go, and holds each release, and each draw, against the
// noise that was really asked for.

import { expect } from "vitest"
import type { AlgorithmState } from "../algorithm.ts"
import type { AlgorithmEntry } from "../algorithm-entry.ts"
import { Bandit } from "../bandit.ts"
import type { Release } from "../privacy/release.ts"
import { exampleParameters } from "./example-parameters.ts"
import { recordingRandom } from "./recording-random.ts"

/** Arms by when they are added, and rounds after which one is retired. */
const added = new Map([[150, "d"]])
const retired = new Map([
  [300, "b"],
  [420, "a"],
])

type Draws = AlgorithmState & { readonly drawsLeft?: number[]; readonly deviation?: number[] }

/** Plays 600 rounds and returns how many releases were seen. */
export function expectNoisePerRelease(entry: AlgorithmEntry): number {
  const parameters = exampleParameters(entry, 2000)
  const algorithm = entry.create(parameters)
  const noise = recordingRandom(31)
  const random = Object.assign(noise, { kind: "secure" as const })
  const bandit = new Bandit({ arms: ["a", "b", "c"], algorithm: entry.name, parameters, random })
  const readState = () => bandit.toJSON().state as Draws
  const released = (): Release[] => algorithm.releases(readState())
  const asked = () => noise.laplaceScales.length + noise.deviations.length
  const gone = new Set<string>()
  let releases = released().length
  for (let round = 0; round < 600; round++) {
    const newcomer = added.get(round)
    if (newcomer !== undefined && algorithm.addArm !== undefined) bandit.addArm(newcomer)
    const leaver = retired.get(round)
    if (leaver !== undefined) {
      bandit.retireArm(leaver)
      gone.add(leaver)
    }
    const before = readState()
    const drawsBefore = noise.deviations.length
    const arm = bandit.select()
    const draws = noise.deviations.length - drawsBefore
    // Pulls that are due anyway draw nothing; all others draw from every arm that is left and has
    // draws.
    const drawn = bandit.arms.filter((name, number) => !gone.has(name) && (before.drawsLeft?.[number] ?? 1) >= 1)
    if (before.deviation !== undefined && draws > 0) expect(draws).toBe(drawn.length)
    const askedBefore = asked()
    bandit.update(arm, random.uniform() < 0.5 ? 1 : 0)
    const after = released().length
    // Where rewards are kept exact and drawn around, a release is the reservation of draws.
    if (before.deviation === undefined) expect(asked() - askedBefore).toBeGreaterThanOrEqual(after - releases)
    // A counter is reserved as a whole, and each of its rewards is noised when it comes.
    if ("counters" in before) expect(asked()).toBeGreaterThan(askedBefore)
    releases = after
  }
  for (const spread of [...noise.laplaceScales, ...noise.deviations]) expect(spread).toBeGreaterThan(0)
  return releases
}
