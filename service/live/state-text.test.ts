import { createAlgorithm, seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import type { SegmentState } from "./live-experiment.ts"
import { readStates, statesApart } from "./state-text.ts"

/** After so many decisions that nobody has answered, and some rewards. */
function waiting(decisions: number, answered: readonly number[] = []): SegmentState {
  const algorithm = createAlgorithm("gdp-imed", { eta: 1, horizon: 1e9 })
  const state = algorithm.start(3)
  const random = seededRandom(2)
  for (let round = 0; round < decisions; round++) algorithm.choose(state, random)
  for (const pull of answered) algorithm.observe(state, 0, 0.5, random, pull)
  return { state, latest: 1, given: [0, 0, 0] }
}

/** What the version before wrote, which had an item for each batch. */
function writtenBefore(segments: Record<string, SegmentState>): string {
  const plain = structuredClone(segments) as unknown as Record<string, { state: { open: { alike?: number }[][] } }>
  for (const { state } of Object.values(plain))
    state.open = state.open.map((items) =>
      items.flatMap(({ alike = 0, ...batch }) => Array.from({ length: 1 + alike }, () => ({ ...batch }))),
    )
  return JSON.stringify(plain)
}

test.each([0, 30, 900, 300_000])("after %i decisions every version reads the same state", (decisions) => {
  const segments = { "": waiting(decisions), 'a "alike":': waiting(400, [3, 90]) }
  const text = JSON.stringify(segments)
  // To the letter what the version before wrote, which reads that.
  expect(statesApart(text)).toBe(writtenBefore(segments))
  for (const stored of [text, writtenBefore(segments)]) {
    expect(readStates(stored)).toEqual(segments)
    // In the order of its fields, too.
    expect(JSON.stringify(readStates(stored))).toBe(text)
  }
})

test("a state in which nothing is alike is written as it is", () => {
  const algorithm = createAlgorithm("dp-ts-ucb", { alpha: 0.5, horizon: 1000 })
  const text = JSON.stringify({ "": { state: algorithm.start(2), latest: null, given: [0, 0] }, b: waiting(2) })
  expect(statesApart(text)).toBe(text)
})
