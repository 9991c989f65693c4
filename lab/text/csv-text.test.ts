import { expect, test } from "vitest"
import { csvText } from "./csv-text.ts"

test("cells that would break a line are quoted, and what there is not is empty", () => {
  expect(
    csvText([
      ["a", 1.5, null, undefined],
      ['say "b", c', "two\nlines"],
    ]),
  ).toBe('a,1.5,,\n"say ""b"", c","two\nlines"\n')
})
