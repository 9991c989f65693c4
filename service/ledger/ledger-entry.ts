// One release as the ledger keeps it: public, append-only, chained by hashes from the experiment's first entry on. The commitment
// binds it to the private journal (rewards and noise) without telling anything about it, thanks to its secret salt.

import { createHash, randomBytes } from "node:crypto"
import type { Release } from "@armistice/core"
import { canonicalJson } from "../canonical-json.ts"

export interface LedgerEntry {
  readonly experiment: string
  /** From 1. */
  readonly index: number
  readonly segment: string
  readonly arm: number
  readonly block: number
  readonly count: number
  readonly mechanism: "gaussian" | "laplace" | "pure" | "residual"
  /** Loss of a reward in this release on the GDP scale, the lattice of the noise included; residual: in all releases of its line. */
  readonly eta: number
  /** Laplace and pure only. */
  readonly epsilon: number | null
  /** Residual only: the line, what is carried on (of 2^40), the deviation of the noise and its step (2^-step), whole numbers as strings. */
  readonly line?: number
  readonly carried?: string
  readonly deviation?: string
  readonly step?: number
  /** The filter's counter after it. */
  readonly spent: number
  readonly at: number
  readonly commitment: string
  readonly previous: string
  readonly hash: string
  /** Place in the private journal, and the salt of the commitment: private, never exported. */
  readonly sequence: number
  readonly salt: string
}

export type PublicLedgerEntry = Omit<LedgerEntry, "sequence" | "salt">

/** What the chain starts from: the experiment and the limit that was promised. */
export function firstHash(experiment: string, limit: number | null): string {
  return sha256(canonicalJson({ ledger: 1, experiment, limit }))
}

export function publicEntry({ sequence: _sequence, salt: _salt, ...entry }: LedgerEntry): PublicLedgerEntry {
  return entry
}

/** What the entry says was released, as the accountant takes it. */
export function releaseOf(entry: PublicLedgerEntry): Release & { readonly eta: number } {
  const { arm, block, count, mechanism, eta } = entry
  return { arm, block, count, mechanism, eta, ...residualFields(entry) }
}

/** The fields that only residual releases have; entries without them are hashed as they always were. */
export function residualFields(release: ResidualFields): ResidualFields {
  const { line, carried, deviation, step } = release
  return {
    ...(line === undefined ? {} : { line }),
    ...(carried === undefined ? {} : { carried }),
    ...(deviation === undefined ? {} : { deviation }),
    ...(step === undefined ? {} : { step }),
  }
}

type ResidualFields = Pick<LedgerEntry, "line" | "carried" | "deviation" | "step">

/** Hash of everything public in the entry, its predecessor's hash included. */
export function entryHash({ hash: _hash, ...rest }: PublicLedgerEntry): string {
  return sha256(canonicalJson(rest))
}

const newSalt = (): string => randomBytes(32).toString("base64url")

export const commitmentTo = (salt: string, journal: string): string => sha256(`${salt}.${journal}`)

export function sealEntry(
  draft: Omit<LedgerEntry, "hash" | "commitment" | "salt">,
  journal: string,
  salt = newSalt(),
): LedgerEntry {
  const unsealed = { ...draft, salt, commitment: commitmentTo(salt, journal), hash: "" }
  return { ...unsealed, hash: entryHash(publicEntry(unsealed)) }
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url")
