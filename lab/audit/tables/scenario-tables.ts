// The scenarios of the default audit. Each has a few variants; the search keeps the
// hardest. A scenario that an algorithm does not support is left out.

import type { Algorithm } from "@armistice/core"
import { isDrawing, type ReleaseView } from "../boxes/release-view.ts"
import type { Box } from "../classifiers/classifier.ts"
import type { NeighbourTables } from "./neighbour-tables.ts"
import { never, type Scenario } from "./scenario.ts"
import { fewArms, findLargestArmCount, quietRounds } from "./worst-tables.ts"

type Variant = Pick<NeighbourTables, "armCount"> & { readonly records: readonly number[]; readonly scenario: Scenario }

export function listScenarioTables(box: Box, algorithm: Algorithm, view: ReleaseView | null): NeighbourTables[] {
  const setting = describeSetting(box, algorithm, view)
  // Where all arms pay alike none is dropped; where the record's pays nothing, it is rare later.
  const rewards = box === "black" ? [[0.5, 0.5]] : [[0, 1] as const, [1, 1] as const]
  return [
    ...added(setting),
    ...retired(setting),
    ...excluded(setting),
    ...late(setting),
    ...chosenByReleases(setting),
    ...silent(setting),
    ...restored(setting),
    ...atTheEnd(setting),
  ].flatMap(({ armCount, records, scenario }) =>
    [...new Set(records)]
      .filter((record) => record >= 1 && record <= setting.horizon)
      .flatMap((record) => rewards.map(([own, others]) => ({ armCount, records: [record], own, others, scenario }))),
  )
}

interface Setting {
  readonly algorithm: Algorithm
  readonly box: Box
  readonly view: ReleaseView | null
  readonly horizon: number
  /** Arms to begin with, and rounds before chance comes in with so many. */
  readonly armCount: number
  readonly quiet: number
}

function describeSetting(box: Box, algorithm: Algorithm, view: ReleaseView | null): Setting {
  const { horizon } = algorithm.parameters
  // Draws are around one reward until its arm is pulled again: more arms, longer.
  const wanted = box === "white" && isDrawing(view) ? fewArms : 3
  const armCount = Math.min(wanted, findLargestArmCount(algorithm))
  return {
    algorithm,
    box,
    view,
    horizon: typeof horizon === "number" ? horizon : never,
    armCount,
    quiet: quietRounds(algorithm, armCount).arms.length,
  }
}

function added({ algorithm, armCount, quiet, horizon }: Setting): Variant[] {
  if (algorithm.addArm === undefined || quiet + 3 > horizon) return []
  const name = "an arm is added"
  return [
    { armCount, records: [armCount + 1], scenario: { name, adds: [2] } },
    { armCount, records: [quiet + 2, quiet + 3], scenario: { name, adds: [quiet + 2] } },
  ]
}

function retired({ armCount, quiet, horizon }: Setting): Variant[] {
  if (armCount < 3 || quiet + 2 > horizon) return []
  const name = "an arm is retired"
  const arm = armCount - 1
  return [
    { armCount, records: [1], scenario: { name, retires: [{ round: 2, arm }] } },
    { armCount, records: [quiet + 2], scenario: { name, retires: [{ round: quiet + 1, arm }] } },
  ]
}

function excluded({ algorithm, view, armCount, quiet, horizon }: Setting): Variant[] {
  const name = "arms are excluded"
  // The guarantee may depend on the number of arms, excluded or not: as many as fit the horizon.
  const most = isDrawing(view) ? Math.min(200, 2 * findLargestArmCount(algorithm) - 2) : 3
  const others = (count: number) => Array.from({ length: count - 2 }, (_, k) => k + 2)
  const list: Variant[] = []
  if (most >= 3)
    list.push({
      armCount: most,
      records: [1],
      scenario: { name, excludes: [{ from: 1, to: never, arms: others(most) }] },
    })
  if (quiet + 3 <= horizon) {
    list.push({ armCount, records: [1], scenario: { name, excludes: [{ from: 2, to: quiet + 40, arms: [0] }] } })
    // Just before its first draw or release.
    const many = isDrawing(view) ? Math.min(200, findLargestArmCount(algorithm)) : armCount
    const start = quietRounds(algorithm, many).arms.length + 1
    if (start > 2)
      list.push({
        armCount: many,
        records: [1],
        scenario: { name, excludes: [{ from: start, to: start + 40, arms: [0] }] },
      })
    if (armCount >= 3 && quiet > 1)
      list.push({ armCount, records: [1], scenario: { name, excludes: [{ from: 2, to: quiet + 2, arms: [1] }] } })
  }
  return list
}

/** With a longer horizon than this nobody waits for all decisions. */
const longestPlayed = 50_000

function late({ box, view, armCount, quiet, horizon }: Setting): Variant[] {
  const name = "rewards come late"
  const list: Variant[] = []
  const few = armCount + 1
  if (few + 2 <= horizon)
    list.push({ armCount, records: [1, few + 1], scenario: { name, late: { decisions: few, first: "oldest" } } })
  // So many that the oldest reward, which comes last, closes several batches at once.
  const many = manyDecisions(armCount, quiet)
  if (many + 2 <= horizon && many > few)
    list.push({
      armCount,
      records: [1, 1 + armCount * Math.floor(many / (2 * armCount)), many],
      scenario: { name, late: { decisions: many, first: "newest" } },
    })
  // All decisions before any reward: those of one arm come before those of the next, and wait for
  // its epochs.
  if (box === "white" && !isDrawing(view) && horizon <= longestPlayed)
    list.push({
      armCount: 2,
      records: [1, Math.floor(0.83 * horizon), horizon - 1],
      scenario: { name, late: { decisions: horizon, first: "oldest" } },
    })
  return list
}

/** Answers wait until their arm is chosen, so the order in which they join depends on releases. */
function chosenByReleases({ armCount, quiet, horizon }: Setting): Variant[] {
  const name = "arrivals follow releases"
  const few = armCount + 1
  const many = manyDecisions(armCount, quiet)
  return [few, many]
    .filter((decisions, index) => decisions + 2 <= horizon && (index === 0 || many > few))
    .map((decisions) => ({
      armCount,
      records: [1, decisions - 1],
      scenario: { name, late: { decisions, first: "chosen" } },
    }))
}

function silent({ armCount, quiet, horizon }: Setting): Variant[] {
  const name = "some people never answer"
  if (quiet + 6 > horizon) return []
  const late = { decisions: armCount + 1, first: "newest" } as const
  return [
    { armCount, records: [1, quiet + 1], scenario: { name, silence: { every: 4, window: 5 } } },
    { armCount, records: [1], scenario: { name, silence: { every: 3, window: 9, worth: 0 } } },
    { armCount, records: [1, armCount + 2], scenario: { name, late, silence: { every: 5, window: 20 } } },
  ]
}

/** Enough decisions for some batches of each arm. */
const manyDecisions = (armCount: number, quiet: number): number => Math.min(4 * (quiet + armCount), 400)

function restored({ algorithm, box, armCount, quiet, horizon }: Setting): Variant[] {
  // Only batches tell which rewards a copy must discard; the arms of copies are not attacked.
  if (box === "black" || !Object.hasOwn(algorithm.start(2), "joinsFrom")) return []
  const name = "a saved state is restored"
  // Several copies: what each wrongly goes on with adds up.
  const createCopies = (round: number): Scenario => ({ name, copies: { round, count: 8 } })
  const half = Math.floor(quiet / 2) + 1
  const list: Variant[] = []
  if (quiet + 3 <= horizon) {
    list.push({ armCount, records: [1], scenario: createCopies(Math.max(2, half)) })
    list.push({ armCount, records: [1, quiet + 1], scenario: createCopies(quiet + 2) })
  }
  const many = manyDecisions(armCount, quiet)
  if (many + 2 <= horizon)
    list.push({
      armCount,
      records: [1 + armCount * Math.floor(many / (2 * armCount)), many],
      scenario: { ...createCopies(many + 1), late: { decisions: many, first: "newest" } },
    })
  return list
}

function atTheEnd({ algorithm, armCount, quiet, horizon }: Setting): Variant[] {
  if (horizon === never) return []
  const name = "the horizon is reached"
  const last = { armCount, records: [Math.max(1, horizon - 1), Math.max(1, horizon - armCount)], scenario: { name } }
  if (horizon <= 2000) return [last]
  // Only where data from before needs no noise: draws are made around it later.
  if (!Object.hasOwn(algorithm.start(2), "drawsLeft")) return []
  const before = horizon - quiet - 200
  return [{ armCount, records: [before + 1], scenario: { name, before } }]
}
