import { expect, test } from "vitest"
import { longComments } from "./long-comments.ts"

test("comments beyond column 100 are found, also in blocks and behind code; code and texts are not", () => {
  const wide = "x".repeat(100)
  const source = [
    `// ${"x".repeat(97)}`,
    `// ${wide}`,
    `const text = "// ${wide}"`,
    "/**",
    ` * ${wide}`,
    " */",
    `const value = 1 // ${wide}`,
  ]
  expect(longComments("x.ts", source.join("\n"))).toEqual([2, 5, 7])
})
