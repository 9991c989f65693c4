// Placeholder while being written.
import type { DrawnLaw, PosteriorLaw } from "@armistice/core"
import type { LeapRun } from "./leap-run.ts"
export function leapDrifting(_run: LeapRun, _law: DrawnLaw | PosteriorLaw): void {
  throw new Error("being written")
}
