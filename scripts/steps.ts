// Everything `npm test` checks, in order. To add a check, add a line here. `npm run test:slow` runs the last one only, on the long proofs.

import { bundleSize } from "./bundle-size.ts"
import { checkLockFile } from "./lock-file.ts"
import { checkPackages } from "./packages.ts"
import { checkPublicNames } from "./public-names.ts"
import { commandStep, problemStep, type Step } from "./step.ts"
import { vitestStep } from "./vitest-step.ts"

export const steps: Step[] = [
  commandStep("format", "format and lint (biome)", "@biomejs/biome:biome", [
    "check",
    "--error-on-warnings",
    "--diagnostic-level=warn",
    ".",
  ]),
  commandStep("markdown", "format of documents (prettier)", "prettier", ["--check", "**/*.md"]),
  commandStep("promises", "floating promises and other typed lint (oxlint)", "oxlint", [
    "--type-aware",
    "--format=unix",
  ]),
  commandStep("types", "strict types of sources and tests (tsc -b)", "typescript:tsc", ["-b"]),
  commandStep("imports", "who may import whom; core stays pure (oxlint)", "oxlint", [
    "-c",
    "oxlint.imports.mjs",
    "--format=unix",
  ]),
  problemStep("lock", "exact versions; a lock file for every platform, naming no host", checkLockFile),
  commandStep("unused", "files, exports and dependencies nobody uses (knip)", "knip", ["--no-progress"]),
  problemStep("exports", "exports that no other workspace, document or example uses", checkPublicNames),
  problemStep("size", "core bundled for browsers, compressed", bundleSize),
  problemStep("packages", "what would be published (publint, attw)", checkPackages),
  vitestStep("tests", "tests (vitest)"),
]
