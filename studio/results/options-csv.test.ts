import { expect, test } from "vitest"
import { formatOptionsCsv } from "./options-csv.ts"
import { makeGroup } from "./testing/make-group.ts"

test("one row for each group and option, and no name runs as a formula or breaks a row", () => {
  const figures = { mean: 0.5, low: 0.4, high: 0.6, people: 7 }
  const group = makeGroup({ state: "leaning", segment: 'a "b", c', options: { "=1+1": figures, "line\nbreak": null } })
  const csv = formatOptionsCsv({
    level: 0.95,
    status: "running",
    release: 3,
    at: "2026-01-01T00:00:00.000Z",
    segments: [group],
  })
  const rows = csv.split("\r\n")
  expect(rows).toHaveLength(4)
  expect(rows[1]).toBe(`"a ""b"", c",leaning,'=1+1,7,7,0.5,0.4,0.6,0.5,0,2026-01-01T00:00:00.000Z`)
  expect(rows[2]).toContain('"line\nbreak",100,100,,,,,0,')
})
