// The notes that an experiment stores with every snapshot: how people are served while it is paused
// or finished, harm that was found, problems with how answers come, and since when it is over.
// Nothing of it steers the arms, so a replay of the journal does not need it.

import type { IntegrityFinding } from "../results/integrity-finding.ts"

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
  /** False: a finding is not marked as seen yet. */
  readonly isSeen: boolean
}

/** An integrity finding when it began. With private arrivals there is none. */
export interface OpenFinding {
  /** Null: the whole experiment. */
  readonly segment: string | null
  readonly found: IntegrityFinding
  readonly at: number
}

export interface ExperimentNotes {
  /** The age from which on answers join; missing: as it was at first. */
  readonly ripeSeconds?: number
  readonly serving: Serving
  readonly harm: HarmRecord
  /** Null: nothing is wrong now. */
  readonly integrity: OpenFinding | null
  /** When it was finished or archived, where it has a retention; null: it was not. */
  readonly overAt: number | null
}

export const firstNotes: Omit<ExperimentNotes, "ripeSeconds"> = {
  serving: { paused: "control", everyone: false },
  harm: { found: [], isSeen: true },
  integrity: null,
  overAt: null,
}

/** From a snapshot's `passed`; undefined: there is no snapshot yet. */
export function readNotes(passed: string | undefined): ExperimentNotes {
  const { ripeSeconds, serving, harm, integrity, overAt } = JSON.parse(passed ?? "{}") as Partial<ExperimentNotes>
  return {
    ...(ripeSeconds === undefined ? {} : { ripeSeconds }),
    serving: serving ?? firstNotes.serving,
    harm: harm ?? firstNotes.harm,
    integrity: integrity ?? null,
    overAt: overAt ?? null,
  }
}

/** Lists show unseen harm first, then findings, then all others. */
export const attentionLevel = ({ harm, integrity }: Pick<ExperimentNotes, "harm" | "integrity">): number =>
  harm.isSeen ? (integrity === null ? 0 : 1) : 2
