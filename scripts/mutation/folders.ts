// What can be mutated, and which quick tests must notice. The names are what `npm run mutate -- NAME` takes.

export interface MutatedFolder {
  readonly name: string
  /** Files, or folders whose files (not those below) are mutated. */
  readonly sources: readonly string[]
  /** Files, or folders with all below, whose quick tests are run. */
  readonly tests: readonly string[]
  /** Tests whose name has this are left out, because others claim the same: of Postgres what they claim of SQLite. */
  readonly without?: string
  /** So much of tests that are not beside the mutated file, in milliseconds, the quickest files first; all, if not given. */
  readonly elsewhereMs?: number
  /** So many mutants, drawn by seed, where all would take too long. */
  readonly sample?: number
}

export const mutatedFolders: readonly MutatedFolder[] = [
  { name: "core/privacy", sources: ["core/privacy"], tests: ["core/privacy"], without: "leaky", sample: 400 },
  // That the tests of laws catch planted mistakes is left out: it tells nothing of the code.
  {
    name: "core/random",
    sources: ["core/random"],
    tests: ["core/random"],
    without: "(would be caught|these tests catch)",
    // Each draws millions to see its own law.
    elsewhereMs: 30_000,
    sample: 400,
  },
  {
    name: "core/parts",
    sources: [
      "core/parts/batches.ts",
      "core/parts/noisy-batches.ts",
      "core/parts/played-batches.ts",
      "core/parts/weighted-batches.ts",
      "core/parts/geometric-batches.ts",
      "core/parts/sampled-epochs.ts",
      "core/parts/elimination-epochs.ts",
      "core/parts/arm-sums.ts",
      "core/parts/rounds.ts",
      "core/parts/decided-pull.ts",
      "core/bandit.ts",
      "core/parts/discard-open-batches.ts",
    ],
    tests: [
      "core/bandit.test.ts",
      "core/bandit-refusals.test.ts",
      "core/parts/batches.test.ts",
      "core/catalogue.medium.test.ts",
      "core/parts/discard-open-batches.test.ts",
      "core/parts/elimination-epochs.test.ts",
      "core/parts/geometric-batches.test.ts",
      "core/parts/noisy-batches.test.ts",
      "core/parts/played-batches.test.ts",
      "core/parts/rounds.test.ts",
      "core/parts/weighted-batches.test.ts",
      "core/algorithms/adap-ucb.test.ts",
      "core/algorithms/dp-se.test.ts",
      "core/algorithms/dp-ts-ucb.test.ts",
      "core/algorithms/gdp-ts.test.ts",
      "core/algorithms/lazy-dp-ts.test.ts",
      "core/algorithms/m-ts-gaussian.test.ts",
    ],
    elsewhereMs: 30_000,
    sample: 400,
  },
  { name: "core/ledger", sources: ["core/ledger"], tests: ["core/ledger"] },
  {
    name: "service/live",
    sources: ["service/live"],
    tests: ["service/live", "service/ledger/verify-ledger.test.ts"],
    without: "postgres",
    sample: 400,
  },
  {
    name: "service/ledger",
    sources: ["service/ledger"],
    tests: ["service/ledger"],
  },
  {
    name: "service/operations",
    sources: ["service/operations"],
    tests: ["service/operations", "service/populations", "service/transaction/unit-of-work.test.ts"],
    without: "([Pp]ostgres|replicas)",
  },
  {
    name: "service/populations",
    sources: ["service/populations", "service/operations/population.ts"],
    tests: ["service/populations"],
    without: "Postgres",
  },
]
