import { expect, test } from "vitest"
import { describeOrigin, describeState, describeUses, groupKeys, type Key, listLimits, readLimit } from "./key-text.ts"

const now = Date.UTC(2026, 10, 19, 12)
const at = (days: number): string => new Date(now + days * 86_400_000).toISOString()

const key = (id: string, more: Partial<Key> = {}): Key => ({
  ...{ id, lineage: id, name: id, role: "decide", experiments: null, requestsPerSecond: null, state: "active" },
  ...{ createdAt: at(-100), createdBy: "Ada", expiresAt: null, revokedAt: null, revokedBy: null, lastUsedOn: null },
  ...more,
})

test("a lineage is one line: its newest key that works, and the older ones that still do", () => {
  const old = key("old", { expiresAt: at(1) })
  const next = key("next", { lineage: "old", createdAt: at(-1) })
  const wrong = key("wrong", { lineage: "old", createdAt: at(0), state: "revoked", revokedAt: at(0), revokedBy: "Ada" })
  const gone = key("gone", { state: "revoked", createdAt: at(-2), revokedAt: at(-1), revokedBy: "Ada" })
  const other = key("other", { createdAt: at(-3) })
  const lines = groupKeys([old, gone, other, wrong, next])
  expect(lines.map((line) => [line.key.id, line.earlier.map(({ id }) => id)])).toEqual([
    ["next", ["old"]],
    ["other", []],
    ["gone", []],
  ])
  const [rotated, plain, ended] = lines as [(typeof lines)[0], (typeof lines)[0], (typeof lines)[0]]
  expect([rotated, plain, ended].map((line) => describeState(line, now).words)).toEqual([
    "Being rotated",
    "Active",
    "Revoked",
  ])
  expect(listLimits(rotated, now)).toEqual([expect.stringMatching(/^old key works until 20 Nov, /)])
  expect(describeUses(rotated, now)).toBe("old: not yet; new: not yet")
})

test.each([
  [{}, { words: "Active", look: "good" }],
  [{ expiresAt: at(31) }, { words: "Active", look: "good" }],
  [{ expiresAt: at(13) }, { words: "Ends in 13 days", look: "warn" }],
  [
    { expiresAt: at(-1), state: "expired" },
    { words: "Ended", look: "" },
  ],
] as const)("a key with %j is shown as %j", (more, chip) => {
  expect(describeState({ key: key("a", more), earlier: [] }, now)).toEqual(chip)
})

test("limits are phrases of a few words", () => {
  const limited = key("a", { experiments: ["x", "y"], requestsPerSecond: 2000, expiresAt: at(12) })
  expect(listLimits({ key: limited, earlier: [] }, now)).toEqual(["in 2 experiments", "2,000 a second", "until 1 Dec"])
})

test.each([
  ["", null],
  [" 600 ", 600],
  ["2,000", 2000],
  ["0", undefined],
  ["2.5", undefined],
  ["1000001", undefined],
  ["many", undefined],
])("a limit typed as %j is %j", (typed, limit) => {
  expect(readLimit(typed)).toBe(limit)
})

test.each([
  [null, "not yet"],
  ["2026-11-19", "today"],
  ["2026-11-18", "yesterday"],
  ["2026-11-10", "10 Nov"],
])("a key last used on %s was used %s", (lastUsedOn, words) => {
  expect(describeUses({ key: key("a", { lastUsedOn }), earlier: [] }, now)).toBe(words)
})

test.each([
  [{}, "made 11 Aug by Ada"],
  [{ createdAt: at(0), createdBy: "local" }, "made today without a key"],
  [{ createdBy: "command" }, "made 11 Aug on the command line"],
  [{ state: "revoked", revokedAt: at(-45), revokedBy: "Bob" }, "revoked 5 Oct by Bob"],
  [{ state: "expired", expiresAt: at(-1) }, "ended 18 Nov"],
] as const)("a key with %j was %s", (more, words) => {
  expect(describeOrigin(key("a", more), now)).toBe(words)
})
