// The checks of one release per reward and of laws must fail where they should: mistakes planted in
// a sound algorithm.

import { expect, test } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import { adapUcb, doublingEpisode } from "../algorithms/adap-ucb.ts"
import { doublingBatch } from "../parts/noisy-batches.ts"
import { expectLawsMatchChoices } from "./law-agreement.ts"
import { expectOneReleasePerReward } from "./one-release.ts"

const sound = adapUcb.create({ epsilon: 0.5 })
const expected = { sizeBatch: doublingEpisode, uses: "last", laplaceScale: 2 } as const

test("a release that is not stated is seen", () => {
  const silent: Algorithm = { ...sound, releases: (state) => sound.releases(state).slice(1) }
  expect(() => expectOneReleasePerReward(silent, expected)).toThrow()
})

test("a reward that is learned from twice is seen", () => {
  const twice: Algorithm = {
    ...sound,
    observe(state, arm, reward, random, pull) {
      sound.observe(state, arm, reward, random, pull)
      if (reward === 1 && state.round % 7 === 0) sound.observe(state, arm, reward, random)
    },
  }
  expect(() => expectOneReleasePerReward(twice, expected)).toThrow()
})

test("a reward that joins later than it came is seen", () => {
  const last = [0, 0, 0]
  const careless: Algorithm = {
    ...sound,
    observe(state, arm, reward, random, pull) {
      sound.observe(state, arm, last[arm], random, pull)
      last[arm] = reward
    },
  }
  expect(() => expectOneReleasePerReward(careless, expected)).toThrow()
})

test("too little noise, other batches, and batches kept or forgotten wrongly are seen", () => {
  expect(() => expectOneReleasePerReward(sound, { ...expected, laplaceScale: 4 })).toThrow()
  expect(() => expectOneReleasePerReward(sound, { ...expected, sizeBatch: doublingBatch })).toThrow()
  expect(() => expectOneReleasePerReward(sound, { ...expected, uses: "all" })).toThrow()
  expect(() => expectOneReleasePerReward(sound, expected)).not.toThrow()
})

test("a law that promises one pull too many is seen", () => {
  const boastful: Algorithm = {
    ...sound,
    laws(state) {
      const law = sound.laws(state)
      return law.kind === "batch" ? { ...law, pulls: law.pulls + 1 } : law
    },
  }
  expect(() => expectLawsMatchChoices(() => boastful, { armCount: 3, rounds: 500 })).toThrow()
})
