// Ids that stand for an Idempotency-Key: the same again for the same caller and key, after a restart and on every replica, and a secret to
// whoever does not have the store's own key, so that nobody can find somebody's decision by guessing an order number.

import { createHmac } from "node:crypto"

export interface RepeatableDecision {
  /** The caller's Idempotency-Key. */
  readonly word: string
  /** Decisions in the batch that came with it; null: one alone. */
  readonly size: number | null
  readonly index: number
}

export interface DecisionNames {
  readonly id: string
  /** The id if it came alone. */
  readonly alone: string
  /** Under which the size of the batch is kept. */
  readonly batch: string
}

export function decisionNames(
  secret: Uint8Array,
  experiment: string,
  key: string,
  { word, size, index }: RepeatableDecision,
): DecisionNames {
  const stem = keyedHash(secret, ["decision", experiment, key, word]).slice(0, 24)
  return {
    id: size === null ? `dec_${stem}` : `dec_${stem}.${index}`,
    alone: `dec_${stem}`,
    batch: `batch ${stem}`,
  }
}

/** A keyed hash, different in every experiment, so that subjects cannot be followed from one to another. */
export const hashSubject = (secret: Uint8Array, experiment: string, subject: string): string =>
  createHmac("sha256", secret).update(`${experiment}\n${subject}`).digest("base64url").slice(0, 22)

export const experimentId = (secret: Uint8Array, key: string, word: string): string =>
  `exp_${keyedHash(secret, ["experiment", key, word]).slice(0, 22)}`

/** Never what a subject is hashed from, which begins with the id of an experiment. */
const keyedHash = (secret: Uint8Array, words: readonly string[]): string =>
  createHmac("sha256", secret).update(JSON.stringify(words)).digest("base64url")
