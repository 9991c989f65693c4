// What an experiment keeps beside its state, with every snapshot: how people are served while it is paused or finished, and harm that was
// found. Nothing of it steers the arms, so a replay of the journal does not need it.

/** How people with a sticky arm are served. */
export interface Serving {
  /** While paused: they get the control like everyone, or keep their arm. */
  readonly paused: "control" | "sticky"
  /** Once finished: they get the served arm too. */
  readonly everyone: boolean
}

/** A metric that is surely worse with an arm than with the control, as it was found. Public. */
export interface FoundHarm {
  readonly segment: string
  readonly arm: number
  readonly metric: string
  readonly difference: number | null
  readonly at: number
}

export interface HarmRecord {
  readonly found: readonly FoundHarm[]
  /** False: something was found that nobody has marked as seen. */
  readonly isSeen: boolean
}

export interface ExperimentNotes {
  /** The age from which on answers join; missing: as it was at first. */
  readonly ripeSeconds?: number
  readonly serving: Serving
  readonly harm: HarmRecord
}

export const firstNotes: Omit<ExperimentNotes, "ripeSeconds"> = {
  serving: { paused: "control", everyone: false },
  harm: { found: [], isSeen: true },
}

/** From a snapshot's `passed`; undefined: there is no snapshot yet. */
export function readNotes(passed: string | undefined): ExperimentNotes {
  const { ripeSeconds, serving, harm } = JSON.parse(passed ?? "{}") as Partial<ExperimentNotes>
  return {
    ...(ripeSeconds === undefined ? {} : { ripeSeconds }),
    serving: serving ?? firstNotes.serving,
    harm: harm ?? firstNotes.harm,
  }
}
