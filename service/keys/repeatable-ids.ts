// Ids for Idempotency-Keys: the same for the same caller and key, after a restart and on every
// replica. Hashing them with the store's key keeps anyone from guessing a decision's id.

import { createHmac } from "node:crypto"

export interface RepeatableDecision {
  /** The caller's Idempotency-Key. */
  readonly word: string
  /** Decisions in its batch; null for a single decision. */
  readonly size: number | null
  readonly index: number
}

export interface DecisionNames {
  readonly id: string
  /** The id of a single decision. */
  readonly alone: string
  /** The name under which the size of the batch is stored. */
  readonly batch: string
}

export function deriveDecisionNames(
  secret: Uint8Array,
  experiment: string,
  key: string,
  { word, size, index }: RepeatableDecision,
): DecisionNames {
  const stem = keyedHash(secret, ["decision", experiment, key, word]).slice(0, 24)
  const alone = `dec_${stem}`
  return { id: size === null ? alone : `${alone}.${index}`, alone, batch: `batch ${stem}` }
}

/** A keyed hash that differs between experiments, so that subjects cannot be linked. */
export const hashSubject = (secret: Uint8Array, experiment: string, subject: string): string =>
  createHmac("sha256", secret).update(`${experiment}\n${subject}`).digest("base64url").slice(0, 22)

export const deriveExperimentId = (secret: Uint8Array, key: string, word: string): string =>
  `exp_${keyedHash(secret, ["experiment", key, word]).slice(0, 22)}`

/** It has the form of all keys' ids. */
export const deriveKeyId = (secret: Uint8Array, key: string, word: string): string =>
  createHmac("sha256", secret)
    .update(JSON.stringify(["key", key, word]))
    .digest("hex")
    .slice(0, 12)

/** For answers, so that a caller can see whether one has changed. */
export const deriveTag = (secret: Uint8Array, answer: string): string =>
  keyedHash(secret, ["answer", answer]).slice(0, 22)

/** The JSON keeps it apart from hashes of subjects, which begin with an experiment's id. */
const keyedHash = (secret: Uint8Array, words: readonly string[]): string =>
  createHmac("sha256", secret).update(JSON.stringify(words)).digest("base64url")
