// The explorer's groups in the address, and the worlds that they stand for.

import { contextPresets } from "@armistice/lab"
import { expect, test } from "vitest"
import { createGroups, defaultGroups, groupLaws, readGroups, writeGroups } from "./groups.ts"
import { defaultSettings, parseExplorerSettings, writeSettings } from "./settings.ts"

test("the address keeps the groups", () => {
  const settings = { ...defaultSettings, groups: { law: "nonlin", levels: 9, arms: 3 } }
  expect(writeSettings(settings)).toContain("groups=nonlin,9,3")
  expect(parseExplorerSettings(writeSettings(settings))).toEqual(settings)
  expect(parseExplorerSettings(writeSettings(defaultSettings)).groups).toBeNull()
})

test.each(["", "cross", "cross,1,5", "cross,5,1", "cross,5.5,5", "nonlin,5,3", "toString,5,5", "cross,5,500"])(
  "an address with groups=%s has no groups",
  (text) => expect(readGroups(text)).toBeNull(),
)

test("every law is one of the laboratory's, also that of groups which are alike", () => {
  const known = contextPresets.map(({ name }) => name)
  for (const [law, { alike }] of Object.entries(groupLaws)) {
    expect(known).toContain(law)
    if (alike !== null) expect(known).toContain(alike)
    expect(readGroups(writeGroups(createGroups(law)))).toEqual(createGroups(law))
  }
  expect(readGroups(writeGroups(defaultGroups))).toEqual(defaultGroups)
})
