// Three kinds of test files: x.test.ts takes about a second at most; x.medium.test.ts starts
// processes or a browser, or repeats many runs; x.slow.test.ts holds the long proofs.

export type TestSelection = "quick" | "whole" | "slow"

/** The files that vitest excludes in `npm run test:quick`, `npm test` and `npm run test:slow`. */
export const excluded: Readonly<Record<TestSelection, readonly string[]>> = {
  quick: ["**/*.medium.test.ts", "**/*.slow.test.ts"],
  whole: ["**/*.slow.test.ts"],
  slow: ["**/!(*.slow).test.ts"],
}

export const isQuickTest = (path: string): boolean =>
  /\.test\.ts$/.test(path) && !/\.(medium|slow)\.test\.ts$/.test(path)

/** These start first, so that no core idles at the end. A fresh clone has no times to go by. */
export const longest: readonly string[] = [
  "lab/engines/same-law-timed.slow.test.ts",
  "lab/engines/same-law-drawn.slow.test.ts",
  "lab/engines/same-law-drifting.slow.test.ts",
  "studio/scenes.slow.test.ts",
  "scripts/packing/installed.slow.test.ts",
  "research/estimates/estimates.slow.test.ts",
  "lab/audit/broken-variants.slow.test.ts",
  "scripts/documents/documents.slow.test.ts",
  "studio/pictures.slow.test.ts",
  "studio/web-page.slow.test.ts",
  "scripts/packing/tutorials.slow.test.ts",
  "site/site.slow.test.ts",
  "lab/audit/never-accused.slow.test.ts",
  "studio/explorer/explorer.medium.test.ts",
  "lab/engines/same-law.medium.test.ts",
  "scripts/documents/documents.medium.test.ts",
  "lab/audit/broken-variants.medium.test.ts",
  "cli/service.medium.test.ts",
  "service/results/results.medium.test.ts",
]
