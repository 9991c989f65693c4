import { expect, test } from "vitest"
import { readEnvironment } from "./environment-options.ts"

test("a context is a name with its sizes, or a file of people", async () => {
  expect(await readEnvironment({ context: "cross", levels: 4, contextArms: 3 })).toEqual({
    kind: "drawn-context",
    name: "cross",
    levels: 4,
    arms: 3,
  })
  const people = await readEnvironment({ context: "docs/examples/people.json" })
  expect(people).toMatchObject({ kind: "context", attributes: { device: { levels: ["phone", "desk"] } } })
})

test("contradictory or incomplete options of a context are refused", async () => {
  await expect(readEnvironment({ context: "cross", preset: "paper" })).rejects.toThrow(
    "arms must be described once: --context and --preset must not be given together",
  )
  await expect(readEnvironment({ levels: 3 })).rejects.toThrow("--levels needs --context")
  await expect(readEnvironment({ context: "docs/examples/people.json", levels: 3 })).rejects.toThrow("got a file")
  await expect(readEnvironment({ context: "nowhere.json" })).rejects.toThrow(/a known name or a file .* nowhere.json/)
})
