// How a command starts: it loads only the modules that it needs, so that help and conversions
// answer at once.

import { beforeAll, expect, test } from "vitest"
import { listLoadedModules } from "./testing/loaded-modules.ts"
import { buildCommand } from "./testing/run-command.ts"

beforeAll(buildCommand)

test.each(["help", "privacy", "privacy --eta 1 --delta 1e-6"])("armistice %s loads fewer than 60 modules", (line) => {
  const loaded = listLoadedModules(line.split(" "))
  expect(loaded).toContainEqual(expect.stringContaining("cli/dist/main.js"))
  expect(loaded.length, loaded.join("\n")).toBeLessThan(60)
})
