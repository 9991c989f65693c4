// A ledger entry as the store keeps it: the public part, and what only the owner has. The
// commitment binds it to the private journal (rewards and noise) without telling anything about it,
// thanks to its secret salt.

import { createHash, randomBytes } from "node:crypto"
import {
  type ArmChange,
  createArmEntry,
  createPurgeEntry,
  createRipeEntry,
  formatEntry,
  formatStart,
  type MetricLimit,
  type PublicLedgerEntry,
} from "@armistice/core/ledger"
import { type Experiment, getMaxArms, hasPublicOutcomes } from "../experiment.ts"

export interface LedgerEntry extends PublicLedgerEntry {
  /** Private: the place in the journal and the commitment's salt; 0 and "" once removed. */
  readonly sequence: number
  readonly salt: string
}

export function publicEntry({ sequence: _sequence, salt: _salt, ...entry }: LedgerEntry): PublicLedgerEntry {
  return entry
}

export const firstHash = (
  experiment: string,
  limit: number | null,
  metrics?: readonly MetricLimit[],
  outcomes?: "private" | "public",
): string => sha256(formatStart(experiment, limit, metrics, outcomes))

/** The terms that are needed to verify an experiment's ledger. */
export const listLedgerTerms = (experiment: Experiment) => {
  const { id, limit, metrics = [], ripeSeconds, arms, horizon } = experiment
  const first = { arms: arms.length, maxArms: getMaxArms(experiment), horizon }
  return { experiment: id, limit, metrics, outcomes: readOutcomes(experiment), ripeSeconds, ...first }
}

export const readOutcomes = (experiment: Experiment): "private" | "public" =>
  hasPublicOutcomes(experiment) ? "public" : "private"

export const computeFirstHash = (experiment: Experiment): string =>
  firstHash(experiment.id, experiment.limit, experiment.metrics, readOutcomes(experiment))

export const hashEntry = (entry: PublicLedgerEntry): string => sha256(formatEntry(entry))

const newSalt = (): string => randomBytes(32).toString("base64url")

export const computeCommitment = (salt: string, journal: string): string => sha256(`${salt}.${journal}`)

export function sealEntry(draft: Omit<LedgerEntry, "hash" | "commitment" | "salt">, journal: string): LedgerEntry {
  const salt = newSalt()
  const unsealed = { ...draft, salt, commitment: computeCommitment(salt, journal), hash: "" }
  return { ...unsealed, hash: hashEntry(publicEntry(unsealed)) }
}

/** The entry that a chain ends with once rewards are removed. */
export function sealPurge(place: Parameters<typeof createPurgeEntry>[0]): LedgerEntry {
  const unsealed = { ...createPurgeEntry(place), hash: "" }
  return { ...unsealed, hash: hashEntry(unsealed), sequence: 0, salt: "" }
}

/** The entry by which answers count from a greater age of their decisions on. */
export function sealRipe(place: Parameters<typeof createRipeEntry>[0], ripeSeconds: number): LedgerEntry {
  const unsealed = { ...createRipeEntry(place, ripeSeconds), hash: "" }
  return { ...unsealed, hash: hashEntry(unsealed), sequence: 0, salt: "" }
}

/** The entry of a change of arms or an extension, committed to the journal. */
export function sealArmChange(
  place: Omit<Parameters<typeof createArmEntry>[0], "commitment"> & Pick<LedgerEntry, "sequence">,
  change: ArmChange,
  journal: string,
): LedgerEntry {
  const salt = newSalt()
  const { sequence, ...rest } = place
  const unsealed = { ...createArmEntry({ ...rest, commitment: computeCommitment(salt, journal) }, change), hash: "" }
  return { ...unsealed, hash: hashEntry(unsealed), sequence, salt }
}

/** The hash of chains and commitments. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url")
