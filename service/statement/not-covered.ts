// The limits of a statement, quoted from docs/threat-model.md; a test compares the quotations.

import type { StatedExperiment, Statement } from "./statement.ts"

/** A quotation from the threat model; `lead` completes it where it is not a whole sentence. */
export interface Quoted {
  readonly lead?: string
  readonly words: string
}

export const formatQuoted = ({ lead = "", words }: Quoted): string => lead + words

export const adversary: Quoted = {
  lead: "Against: ",
  words:
    "Anyone who holds a key of the service or has read all that it published. They may also choose each request by the answers to earlier ones, run other experiments, and know everyone else's answers. This does not include people with the database file, the process's memory or the operator's account.",
}

export function listNotCovered({ scope, eta, experiments, populations }: Statement): Quoted[] {
  const list: Quoted[] = []
  const add = (isMeant: boolean, words: string, lead?: string) => {
    if (isMeant) list.push(lead === undefined ? { words } : { lead, words })
  }
  const some = (test: (experiment: StatedExperiment) => boolean) => experiments.some(test)
  add(
    eta === null && some(({ eta: one, cap }) => one !== null && cap === null),
    "nothing is promised for people who come often.",
    "Where nobody is counted ",
  )
  add(
    scope === "experiment",
    "People in several experiments that are in no population, or in different ones: each promises for itself.",
  )
  add(
    some(({ restores }) => restores > 0),
    "if no other copy of the same backup is or was served.",
    "The store was restored; the numbers hold ",
  )
  add(
    populations.some(({ restores }) => restores > 0),
    "not a limit that was raised after the backup was made (which is possible only before the first experiment is in), nor a population that was made after it and is forgotten as a whole.",
    "Of populations: ",
  )
  add(
    true,
    "Which option someone was given, and when; how often each was given; excluded options; groups; the attributes of a context; that someone was given an option at all.",
  )
  add(
    some(({ arrivals }) => arrivals === "public"),
    "With public arrivals: whether and when someone answered, or sent the value of a guardrail.",
  )
  add(
    some(({ sticky }) => sticky),
    "Who takes part in an experiment in which people keep their option, once it is over or paused so that they keep it: anyone with a key who guesses the person can find out, since everyone else gets one and the same option.",
  )
  add(
    some(({ purgedAt }) => purgedAt === null),
    "Anyone with access to the database can see outcomes: answers and noise are stored there, since otherwise nobody could check what was published.",
  )
  add(
    some(({ purgedAt }) => purgedAt === null),
    "Decisions of a person who was erased: they stay until a purge, with their times and the attributes of their contexts, and nobody is linked to them.",
  )
  add(
    true,
    "Correlated people (households), and what can be learned about everyone from true averages: differential privacy does not hide these.",
  )
  add(
    true,
    "Timing. Drawing noise takes longer at some times than at others, and publishing a figure takes longer than publishing none; someone who measures to the microsecond may learn about the noise.",
  )
  return list
}
