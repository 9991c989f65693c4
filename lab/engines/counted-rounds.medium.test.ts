// Rounds counted at once against rounds played one by one: who fills its room first, and everyone's
// counts then.

import { type Random, seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { sameLawPValue } from "../testing/two-samples.ts"
import { countRounds } from "./counted-rounds.ts"

const arms = [2, 0, 1]
const runs = 6000

interface Setting {
  readonly rounds: number
  readonly chance: readonly number[]
  readonly room: readonly number[]
}

type Row = readonly [ended: number, ...counts: number[]]

function counted({ rounds, chance, room }: Setting, random: Random): Row {
  const counts = new Float64Array(3)
  const ended = countRounds(random, rounds, arms, 3, chance, room, counts)
  return [ended, ...counts]
}

function played({ rounds, chance, room }: Setting, random: Random): Row {
  const counts = [0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const u = random.uniform() * (chance[0] + chance[1] + chance[2])
    const arm = u < chance[0] ? 0 : u < chance[0] + chance[1] ? 1 : 2
    counts[arm] += 1
    if (counts[arm] === room[arm]) return [arm, ...counts]
  }
  return [-1, ...counts]
}

/** The smallest p-value over who is first, everyone's counts, and two counts together. */
function pValue(setting: Setting, count: typeof counted): number {
  const sample = (play: typeof counted, seed: number): Row[] => {
    const random = seededRandom(seed)
    return Array.from({ length: runs }, (_, run) => play(setting, random.fork(run)))
  }
  const [first, second] = [sample(count, 1), sample(played, 2)]
  const reads = [
    ...[-1, 0, 1, 2].map((arm) => (row: Row) => Number(row[0] === arm)),
    ...[1, 2, 3].map((place) => (row: Row) => row[place]),
    (row: Row) => row[1] * row[2],
    (row: Row) => row[2] * row[3],
  ]
  return Math.min(...reads.map((read, index) => sameLawPValue(first.map(read), second.map(read), index)))
}

const settings: readonly Setting[] = [
  { rounds: 60, chance: [0.2, 0.1, 0.7], room: [8, 8, 40] },
  { rounds: 60, chance: [0.2, 0.1, 0.7], room: [20, 12, 45] },
  { rounds: 200, chance: [0.3, 0.3, 0.4], room: [4, 4, 4] },
  { rounds: 300, chance: [0.01, 0.002, 0.9], room: [2, 1, 150] },
]

test.each(settings)("%o: as played one by one", (setting) => {
  expect(pValue(setting, counted)).toBeGreaterThan(1e-4)
})

test("counts that are not taken back to the same round for all are told apart", () => {
  const careless = (setting: Setting, random: Random): Row => {
    const [ended, ...counts] = counted({ ...setting, room: [1e9, 1e9, 1e9] }, random)
    const full = counts.findIndex((count, arm) => count >= setting.room[arm])
    return [full < 0 ? ended : full, ...counts.map((count, arm) => Math.min(count, setting.room[arm]))]
  }
  expect(pValue(settings[0], careless)).toBeLessThan(1e-4)
})

test("a trillion rounds add up, and a room is filled exactly", () => {
  const counts = new Float64Array(3)
  const random = seededRandom(5)
  expect(countRounds(random, 1e12, arms, 3, [1e-9, 0.3, 0.7], [1e13, 1e13, 1e13], counts)).toBe(-1)
  expect(counts[0] + counts[1] + counts[2]).toBe(1e12)
  expect(countRounds(random, 1e12, arms, 3, [1e-9, 0.3, 0.7], [1e13, 512, 1e13], counts)).toBe(1)
  expect(counts[1]).toBe(512)
})
