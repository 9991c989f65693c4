// `npm run example` without a name lists the examples. The blocks of examples/README.md run them.

import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../repository.ts"

test.each([[], ["nothing"], ["../scripts/test"]])("%j is no example", (...args: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/example.mjs"), ...args], {
    encoding: "utf8",
  })
  expect(status).toBe(2)
  expect(stderr).toBe(
    `the example must be one of late-conversions, own-algorithm, page, reminder-trial, got ${args[0] ?? "none"}\n`,
  )
})

test("every example is in examples/README.md with its command", () => {
  const text = readFileSync(join(root, "examples/README.md"), "utf8")
  const names = readdirSync(join(root, "examples")).flatMap((name) => (name.endsWith(".mjs") ? [name] : []))
  for (const name of names) {
    expect(text).toContain(`](${name})`)
    expect(text).toContain(`npm run example ${name.replace(".mjs", "")}`)
  }
})
