import { seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { haveOneLaw, sameLawPValue } from "./two-samples.ts"

function samples(seed: number, count: number, shift: number, scale = 1, grain = 0): [number[], number[]] {
  const random = seededRandom(seed)
  const round = (x: number) => (grain > 0 ? Math.round(x / grain) : x)
  const first = Array.from({ length: count }, () => round(random.gaussian()))
  const second = Array.from({ length: count }, () => round(shift + scale * random.gaussian()))
  return [first, second]
}

const seemAlike = ([first, second]: [number[], number[]]): boolean =>
  haveOneLaw(
    (count, isLast) => sameLawPValue(first.slice(0, count), second.slice(0, count), count, isLast),
    first.length,
    1e-4,
  )

test.each([
  [8800, 0.1],
  [1650, 0.231],
])(
  "with up to %i values a shift of %d standard deviations is found at level 1e-4 in at least 19 of 20 trials, ties or not",
  (count, shift) => {
    for (const grain of [0, 0.5]) {
      let found = 0
      for (let trial = 0; trial < 20; trial++) if (!seemAlike(samples(100 + trial, count, shift, 1, grain))) found++
      expect(found).toBeGreaterThanOrEqual(19)
    }
  },
)

test("a spread wider by 10 % is found too", () => {
  let found = 0
  for (let trial = 0; trial < 10; trial++) if (!seemAlike(samples(300 + trial, 8800, 0, 1.1))) found++
  expect(found).toBeGreaterThanOrEqual(9)
})

test("equal laws are accused no more often than the level says, also with many ties", () => {
  for (const grain of [0, 1]) {
    let accused = 0
    for (let trial = 0; trial < 200; trial++)
      if (sameLawPValue(...samples(500 + trial, 400, 0, 1, grain), trial) < 0.01) accused++
    // Binomial(200, 0.01): more than 8 has a chance of 2e-4.
    expect(accused).toBeLessThanOrEqual(8)
  }
})

test("equal values say nothing", () => {
  expect(sameLawPValue([1, 1, 1], [1, 1, 1], 1)).toBe(1)
})
