// The public record as files: each row once, in order, and nothing that a spreadsheet would run.

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { verifyFile } from "../ledger/verify-file.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { temporaryFolder } from "../testing/test-service.ts"

const odd = {
  name: "odd",
  arms: ["=1+1", 'say "a", b', "plain"],
  horizon: 1000,
  answers: "all" as const,
  missing: "ignore" as const,
  algorithm: { name: "adac-ucb", eta: 1 },
}

test.each(storeKinds)("on %s decisions and ledger come as NDJSON and CSV, with the same rows", async (kind) => {
  const { call, create } = await anyServer(kind)
  const id = await create({ ...odd, segments: ["north", "south"] })
  for (let round = 0; round < 30; round++) {
    const segment = round % 2 === 0 ? "north" : "south"
    await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: `d${round}`, segment })
    await call("PUT", `/v1/experiments/${id}/decisions/d${round}/reward`, { value: 1 })
  }
  const page = (query: string) => call("GET", `/v1/experiments/${id}/export${query}`)
  const json = await page("")
  expect(json.headers["content-type"]).toBe("application/x-ndjson")
  expect(json.headers["content-disposition"]).toBe(`attachment; filename="${id}-decisions.ndjson"`)
  const rows = json.text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  expect(rows[0]).toEqual({ number: 1, arm: "=1+1", segment: "north", learned: 1, at: expect.any(String) })

  const csv = await page("?format=csv")
  expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8")
  const [head, ...lines] = csv.text.trimEnd().split("\r\n")
  expect(head).toBe("number,arm,segment,learned,at")
  expect(lines).toHaveLength(30)
  expect(lines[0]).toMatch(/^1,'=1\+1,north,1,/)
  expect(csv.text).toContain(',"say ""a"", b",')

  const ledger = await page("?record=ledger")
  const [start, ...entries] = ledger.text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  expect(start).toMatchObject({ experiment: id, limit: expect.any(Number), first: expect.any(String) })
  expect(entries.length).toBeGreaterThan(3)
  for (const entry of entries) expect(Object.keys(entry)).not.toContain("salt")
  const table = (await page("?record=ledger&format=csv")).text.trimEnd().split("\r\n")
  expect(table).toHaveLength(entries.length + 1)
  const file = join(temporaryFolder(), "ledger.ndjson")
  writeFileSync(file, ledger.text)
  expect(await verifyFile(file)).toMatchObject([{ experiment: id, entries: entries.length, problem: null }])
})

test.each(storeKinds)("on %s the statement comes as numbers and as a page that runs nothing", async (kind) => {
  const { call, create } = await anyServer(kind)
  const id = await create({ ...odd, name: "<script>x", subjectCap: 2, algorithm: undefined, privacy: { eta: 1 } })
  const page = (query: string) => call("GET", `/v1/experiments/${id}/statement${query}`)
  const { body } = await page("")
  expect(body).toMatchObject({ eta: 2, onceEta: 1, releases: 0, problem: null })
  // Two values of one person, each with a loss of 1: at most so many guesses are right.
  expect(body.rightOf100).toBe(84.14)
  const html = await page("?format=html")
  expect(html.headers["content-disposition"]).toBe(`attachment; filename="${id}-privacy.html"`)
  expect(html.text).toContain("no more than 84.14 of 100 guesses are right")
  expect(html.text).not.toContain("<script")
  expect((await call("GET", "/v1/experiments/exp_none/statement")).status).toBe(404)
})
