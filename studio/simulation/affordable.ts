// How many runs a comparison makes: as many as fit, but enough to estimate the noise of a mean.

/** Fewer runs say too little about the standard error of a mean. */
export const fewestRuns = 20

/** For the fewest runs, even after the budget: the first run mostly measures a cold worker. */
const reasonableMs = 2000

interface Stage {
  /** Runs of each algorithm. */
  readonly runs: number
  /** The time left for all stages; negative once it is over. */
  readonly leftMs: number
  readonly budgetMs: number
}

/** Whether an algorithm takes part in a stage; `runMs` is the time of one of its runs. */
export const isAffordable = ({ runs, leftMs, budgetMs }: Stage, runMs: number): boolean =>
  runMs * runs <= Math.max(leftMs, 0) + (runs <= fewestRuns ? reasonableMs : budgetMs / 2)

/** Whether this stage is the last one. */
export const isLastStage = ({ runs, leftMs }: Stage): boolean => leftMs < 0 && runs >= fewestRuns
