import { expect, test } from "vitest"
import { isolateName } from "./isolate-name.ts"

test("a name cannot change the direction of text beside it, and a plain name stays", () => {
  expect(isolateName("Friendly reminder")).toBe("Friendly reminder")
  expect(isolateName("\u202eevil")).toBe("evil")
  expect(isolateName("שלום")).toBe("\u2068שלום\u2069")
  // An end mark within the name must not end its isolation.
  expect(isolateName("שלום\u2069 more")).toBe("\u2068שלום more\u2069")
})
