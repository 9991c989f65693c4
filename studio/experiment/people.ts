// How many people an experiment has learned from so far, and how many are planned, over all its groups.

import type { Detail } from "./use-experiment.ts"

export const peopleIn = ({ progress }: Pick<Detail, "progress">): number =>
  progress.reduce((sum, { round }) => sum + round, 0)

/** What is counted: people, where each counts once; else visits, since one person may count several times. */
export const countedIn = ({ subject }: Pick<Detail, "subject">): "people" | "visits" =>
  subject.cap === 1 ? "people" : "visits"

export const plannedIn = ({ horizon, segments }: Pick<Detail, "horizon" | "segments">): number =>
  horizon * (segments?.length ?? 1)
