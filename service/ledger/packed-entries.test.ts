// A packer keeps every entry that it takes, and refuses entries behind its capacity.

import { expect, test } from "vitest"
import type { JournalEntry } from "../live/journal-entry.ts"
import { countPackedEntries, EntryPacker, readPackedEntry } from "./packed-entries.ts"

const plainDecision: JournalEntry = {
  kind: "decision",
  row: { sequence: 7, arm: 1, pull: 0, segment: "", excluded: "", context: null, at: 1_794_898_259_517, noise: null },
}
const discard: JournalEntry = { kind: "discard", row: { experiment: "e", sequence: 8, restores: 1 } }

test("plain entries become numbers, and others are kept beside them", () => {
  const packer = new EntryPacker(2)
  packer.add(plainDecision)
  packer.expect(3, null, "hash")
  packer.add(discard)
  const packed = packer.flush()
  expect(countPackedEntries(packed)).toBe(2)
  expect(readPackedEntry(packed.numbers, 0)).toEqual(plainDecision)
  expect(readPackedEntry(packed.numbers, 1)).toBeNull()
  expect(packed.others).toEqual([discard])
  expect(packed.expected).toEqual([{ number: 3, after: 1, salt: null, value: "hash" }])
})

test.each([plainDecision, discard])("no more entries than the capacity are taken before a flush: $kind", (entry) => {
  const packer = new EntryPacker(1)
  packer.add(entry)
  expect(() => packer.add(entry)).toThrow("at most 1 entries may be packed at once")
  expect(packer.flush().numbers).toHaveLength(5)
  packer.add(entry)
  expect(packer.count).toBe(1)
})
