import { expect, test } from "vitest"
import { csvText } from "./csv-text.ts"

test("quotes cells that would break a line, and leaves missing cells empty", () => {
  expect(
    csvText([
      ["a", 1.5, null, undefined],
      ['say "b", c', "two\nlines"],
    ]),
  ).toBe('a,1.5,,\n"say ""b"", c","two\nlines"\n')
})

test("keeps spreadsheets from running text as a formula, and leaves numbers as they are", () => {
  expect(csvText([["=1+1", "+1", "@a", "-b", -1]], "\r\n")).toBe("'=1+1,'+1,'@a,'-b,-1\r\n")
})
