// The findings of an integrity check.

export const integrityKinds = [
  "answers_differ",
  "silent",
  "one_key",
  "unknown_decisions",
  "all_largest",
  "all_smallest",
] as const

/** A field that a kind does not have is null. */
export interface IntegrityFinding {
  readonly kind: (typeof integrityKinds)[number]
  /** Two options: this one is answered more often than the other by an age of the decision. */
  readonly arm: string | null
  readonly other: string | null
  readonly share: number | null
  readonly otherShare: number | null
  readonly seconds: number | null
  /** Decisions without an answer, or answers to decisions that were never made. */
  readonly count: number | null
  readonly key: string | null
  /** When the latest answer came. */
  readonly since: string | null
}
