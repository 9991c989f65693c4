import { expect, test } from "vitest"
import { unclearComments } from "./comment-subjects.ts"

test("comments that open with a pronoun or Of are found, in lines and blocks; questions and other words are not", () => {
  const source = [
    "// What it releases.",
    "// Who asks",
    "const first = 1",
    "// Who asks, and for what,",
    "// is said later? No: a question has one sentence.",
    "",
    "/**",
    " * Whoever waits for it.",
    " */",
    "const second = 2 // Those that are left.",
    "/** What is lost? A rounding error. */",
    "/** Whole numbers only. */",
    "// The rest: what is left.",
    'const text = "// What it releases."',
    "/** Of the window. */",
  ]
  expect(unclearComments("x.ts", source.join("\n"))).toEqual([1, 7, 10, 15])
})
