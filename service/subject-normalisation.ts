// How subjects are compared: as they are given, or after Unicode's NFKC with invisible characters removed and ends trimmed. What is chosen
// never changes, since the store has only hashes of the result.

import { ServiceError } from "./service-error.ts"

export const subjectNormalisations = ["none", "nfkc"] as const

export type SubjectNormalisation = (typeof subjectNormalisations)[number]

/** Characters that nobody sees: joiners, marks of direction, variation selectors, soft hyphens, fillers, marks of annotations. */
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Visible ASCII without spaces around it, which every normalisation leaves as it is. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/

export const isPlainSubject = (subject: string): boolean => plain.test(subject)

/** Case is kept. Refuses a subject of which nothing is left. */
export function normaliseSubject(subject: string, normalisation: SubjectNormalisation): string {
  if (normalisation === "none" || isPlainSubject(subject)) return subject
  // Removed first, since they keep letters and their marks from being composed.
  const normalised = subject.replace(invisible, "").normalize("NFKC").trim()
  if (normalised !== "") return normalised
  throw new ServiceError(
    "invalid_request",
    "with subjectNormalisation nfkc a subject must have a visible character, got none",
  )
}
