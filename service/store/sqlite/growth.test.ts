import { expect, test } from "vitest"
import { fileBytes, growStore } from "../../testing/grow-store.ts"
import { testService } from "../../testing/test-service.ts"

const decisions = 20_000

test.each([
  { named: false, most: 185 },
  { named: true, most: 270 },
])("a decision takes at most $most bytes of the file, named: $named", async ({ named, most }) => {
  const { service, store, path } = await testService()
  await growStore(service, decisions, named)
  store.close()
  const each = fileBytes(path) / decisions
  expect(each).toBeLessThan(most)
  // Far fewer bytes would mean that the log was not written into the file.
  expect(each).toBeGreaterThan(most / 2)
})
