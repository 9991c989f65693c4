// Three kinds of test files, told apart by how their names end: x.test.ts takes about a second at most, x.medium.test.ts longer, as it starts
// processes or a browser or plays many runs, and x.slow.test.ts holds the long proofs.

export type Selection = "quick" | "whole" | "slow"

/** What vitest leaves out: `npm run test:quick`, `npm test` and `npm run test:slow`. */
export const leftOut: Readonly<Record<Selection, readonly string[]>> = {
  quick: ["**/*.medium.test.ts", "**/*.slow.test.ts"],
  whole: ["**/*.slow.test.ts"],
  slow: ["**/!(*.slow).test.ts"],
}

export const isQuickTest = (path: string): boolean =>
  /\.test\.ts$/.test(path) && !/\.(medium|slow)\.test\.ts$/.test(path)
