// How many runs a comparison plays: as many as fit, but not so few that hardly anything is known.

/** Of fewer it cannot be said how far chance could have moved a mean. */
export const fewestRuns = 20

/** How long the fewest may take, however late it is: what the first run took is mostly the worker's getting ready. */
const reasonableMs = 2000

interface Stage {
  /** Of each algorithm. */
  readonly runs: number
  /** What is left of the time meant for all stages; negative when it is over. */
  readonly leftMs: number
  readonly budgetMs: number
}

/** Whether an algorithm plays a stage, rather than keep the runs it has and not hold up the others. `runMs`: what one run of it took. */
export const isAffordable = ({ runs, leftMs, budgetMs }: Stage, runMs: number): boolean =>
  runMs * runs <= Math.max(leftMs, 0) + (runs <= fewestRuns ? reasonableMs : budgetMs / 2)

/** Whether no further stage is begun after this one. */
export const isLastStage = ({ runs, leftMs }: Stage): boolean => leftMs < 0 && runs >= fewestRuns
