// Lemma 6 of docs/theory.md, played: one reward differs between two worlds that see the same
// releases. In any order of answers, nothing public may differ and the shifts of all noise together
// stay within the promise; a reward that joins twice does not.

import { expect, test } from "vitest"
import { catalogue } from "./catalogue.ts"
import { computeLaplaceEta } from "./privacy/laplace.ts"
import { exampleParameters } from "./testing/example-parameters.ts"
import { runTwins, type TwinOptions } from "./testing/twin-worlds.ts"

/** The first epoch of DP-SE takes up to 1,570 answers of each arm. */
const countRounds = (name: string) => (name === "dp-se" ? 10_000 : 1500)

const live = catalogue.filter(({ live: { noise } }) => noise === "sums" || noise === "draws")

/**
 * The same decision is followed early, later, across a restore and a stop, and where silence is
 * worth something.
 */
const scenarios: readonly Partial<TwinOptions>[] = [
  {},
  { restoredAt: 700 },
  { stoppedAt: { round: 300, resumedAfter: 200 } },
  { silence: 0 },
  { silence: 0.4 },
]

function measureLoss(entry: (typeof live)[number], options: Partial<TwinOptions>, seed: number): number {
  const rounds = countRounds(entry.name)
  const algorithm = entry.create(exampleParameters(entry, rounds))
  const { squares, laplace } = runTwins(algorithm, {
    seed,
    armCount: 2 + (seed % 3),
    rounds,
    followed: (seed * 37) % 500,
    ...options,
  })
  return laplace > 0 ? Math.hypot(Math.sqrt(squares), computeLaplaceEta(laplace)) : Math.sqrt(squares)
}

test.each(live.map((entry) => [entry.name, entry] as const))(
  "%s loses what it promises at most, in any order of answers",
  (_, entry) => {
    const promised = entry.create(exampleParameters(entry, countRounds(entry.name))).guarantee(4).eta ?? 0
    let most = 0
    for (const options of scenarios)
      for (let seed = 1; seed <= 6; seed++) most = Math.max(most, measureLoss(entry, options, seed))
    expect(most).toBeLessThanOrEqual(promised * (1 + 1e-9))
    expect(most).toBeGreaterThan(0.3 * promised)
  },
)

test("a reward that joins twice is accused", () => {
  const entry = live.find(({ name }) => name === "gdp-imed") as (typeof live)[number]
  let most = 0
  for (let seed = 1; seed <= 10; seed++) most = Math.max(most, measureLoss(entry, { joinsTwice: true }, seed))
  // Twice in one batch: a shift of 2, so four times the square.
  expect(most).toBeGreaterThan(1.9)
})

test("a batch whose size looks at a sum that is not released is accused", () => {
  const entry = live.find(({ name }) => name === "gdp-imed") as (typeof live)[number]
  const rounds = countRounds(entry.name)
  const sound = entry.create(exampleParameters(entry, rounds))
  const leaky = {
    ...sound,
    observe(state: { sum?: number[]; size?: number[] }, arm: number, ...rest: [number, never, number?]) {
      sound.observe(state as never, arm, ...rest)
      const { sum, size } = state
      if (sum !== undefined && size !== undefined && sum[arm] === 3 && size[arm] > 3) size[arm] += 1
    },
  }
  const accused = [1, 2, 3, 4, 5, 6, 7, 8].some((seed) => {
    try {
      runTwins(leaky as never, { seed, armCount: 2, rounds, followed: seed })
      return false
    } catch {
      return true
    }
  })
  expect(accused).toBe(true)
})
