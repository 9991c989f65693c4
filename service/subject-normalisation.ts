// Subjects are compared as given, or after Unicode's NFKC with invisible characters removed and
// ends trimmed. The choice never changes, since the store has only hashes of the result.

import { ServiceError } from "./service-error.ts"

export const subjectNormalisations = ["none", "nfkc"] as const

export type SubjectNormalisation = (typeof subjectNormalisations)[number]

/** Joiners, marks of direction, variation selectors, soft hyphens, fillers. */
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Visible ASCII without spaces around it, which normalisation does not change. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/

export const isPlainSubject = (subject: string): boolean => plain.test(subject)

/** Keeps the case; refuses a subject of invisible characters only. */
export function normaliseSubject(subject: string, normalisation: SubjectNormalisation): string {
  if (normalisation === "none" || isPlainSubject(subject)) return subject
  // First, since invisible characters keep letters and marks from being composed.
  const normalised = subject.replace(invisible, "").normalize("NFKC").trim()
  if (normalised !== "") return normalised
  throw new ServiceError(
    "invalid_request",
    "with subjectNormalisation nfkc a subject must have a visible character, got none",
  )
}
