// What a statement does not cover, in the words of the threat model (docs/threat-model.md); a test holds one to the other.

import type { StatedExperiment, Statement } from "./statement.ts"

/** Words of the threat model, with what leads to them where they are not whole sentences. */
export interface Quoted {
  readonly lead?: string
  readonly words: string
}

export const quoted = ({ lead = "", words }: Quoted): string => lead + words

export const adversary: Quoted = {
  lead: "Against: ",
  words:
    "Anyone with any key of the service, or with the public record, or with the ledger, who may also choose requests adaptively, run other experiments, and know everyone else's rewards. Not: someone with the database file, the process's memory or the operator's account.",
}

export function notCovered({ scope, eta, experiments, populations }: Statement): Quoted[] {
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
    "The arms themselves, how often each was chosen and when; excluded arms; segments; that a decision was made at all.",
  )
  add(
    some(({ arrivals }) => arrivals === "public"),
    "With public arrivals: whether and when a reward, or the value of a metric, came.",
  )
  add(
    some(({ sticky }) => sticky),
    "Who takes part in a sticky experiment that is paused or finished, from whoever has a key and guesses the person: those who came before keep their arms, and everyone else gets one and the same.",
  )
  add(
    some(({ purgedAt }) => purgedAt === null),
    "Anyone with access to the database can see outcomes: rewards and noise are in the private journal, since a verifiable ledger needs them.",
  )
  add(
    true,
    "Correlated people (households), and what can be learned about everyone from true averages: differential privacy does not hide these.",
  )
  add(
    true,
    "Timing. Samplers reject and retry, and a release takes longer than none; an adversary who measures answers to the microsecond may learn about the noise.",
  )
  return list
}
