import { expect, test } from "vitest"
import { defineCommand } from "./command.ts"
import { parseArguments } from "./parse-arguments.ts"

const command = defineCommand({
  options: {
    file: { kind: "text", about: "" },
    means: { kind: "numbers", about: "" },
    roles: { kind: "texts", about: "" },
    hops: { kind: "raw", alone: "1", about: "" },
    json: { kind: "switch", about: "" },
  },
  operands: ["file"],
  parameters: async () => ({ alpha: { kind: "raw", about: "" } }),
  run: async () => 0,
})

const parse = (line: string) => parseArguments("test", command, line.split(" "))

test("reads flags with or without =, operands, and values that begin with a dash", async () => {
  expect(await parse("a.csv --means -0.1,0.5 --json")).toEqual({
    values: { file: "a.csv", means: [-0.1, 0.5], json: true },
    parameters: {},
  })
  expect((await parse("--means=1,2 --means 3"))?.values).toMatchObject({ means: [3], json: false })
})

test("hands parameters of algorithms over apart from the command's own options", async () => {
  expect(await parse("--alpha 1 a.csv")).toMatchObject({ values: { file: "a.csv" }, parameters: { alpha: "1" } })
})

test("a flag that takes several texts keeps each as it is, commas and all", async () => {
  expect((await parse("--roles audit=cn=a,ou=b --roles=operate=c"))?.values).toMatchObject({
    roles: ["audit=cn=a,ou=b", "operate=c"],
  })
})

test("a flag whose value may be left out has its own value then", async () => {
  const hops = async (line: string) => (await parse(line))?.values.hops
  expect([await hops("--hops"), await hops("--hops --json"), await hops("--hops 2")]).toEqual(["1", "1", "2"])
})

test("help is wanted wherever --help or -h stands", async () => {
  expect([await parse("--help"), await parse("a.csv -h --unknown")]).toEqual([null, null])
})

test.each([
  ["--jsn", "unknown option --jsn (did you mean --json?); armistice test --help lists all"],
  ["-x", "unknown option -x; armistice test --help lists all"],
  ["--json=1", "--json takes no value, got 1"],
  ["--means", "--means must have a value, got nothing"],
  ["--alpha", "--alpha must have a value, got nothing"],
  ["a.csv b.csv", "test takes options that start with --, got b.csv (lists have commas and no spaces)"],
])("refuses %s", async (line, message) => {
  await expect(parse(line)).rejects.toThrow(message)
})
