import { expect, test } from "vitest"
import { isolated } from "./isolated.ts"

test("a name cannot turn around what stands beside it, and a plain one is left as it is", () => {
  expect(isolated("Friendly reminder")).toBe("Friendly reminder")
  expect(isolated("\u202eevil")).toBe("evil")
  expect(isolated("שלום")).toBe("\u2068שלום\u2069")
  // Its own mark of an end must not end what keeps it apart.
  expect(isolated("שלום\u2069 more")).toBe("\u2068שלום more\u2069")
})
