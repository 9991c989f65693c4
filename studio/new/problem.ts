// A problem with a field of the form: which field, and what to say about it.

import type { fieldIds } from "./field-ids.ts"

/** The id of the element that takes the focus; rows are numbered from 1. */
export type FieldId =
  | (typeof fieldIds)[keyof typeof fieldIds]
  | `${RowKind}-${number}`
  | "control"
  | "answers"
  | "population"
  | "privacy"
  | "guesses"
  | "eta"
  | "epsilon"
  | "delta"
  | "arrivals"
  | "context-seen"
  | "form"

/** A field without the number of its row. */
export type FieldKind = Exclude<FieldId, `${string}-${number}`> | RowKind

/** Numbered fields. */
export type RowKind =
  | "option"
  | "guardrail"
  | "group"
  | "rate"
  | "margin"
  | "soon"
  | "attribute"
  | "level"
  | "from"
  | "to"
  | "bands"

export const findFieldKind = (field: FieldId): FieldKind => field.replace(/-\d+$/, "") as FieldKind

export interface Problem {
  readonly field: FieldId
  /** For the list above the form. */
  readonly summary: string
  /** For the place beside the field. */
  readonly words: string
}

type Check = readonly [isWrong: boolean, field: FieldId, summary: string, words: string]

/** The problems of all checks that find something wrong. */
export const listProblems = (...checks: readonly Check[]): Problem[] =>
  checks.flatMap(([isWrong, field, summary, words]) => (isWrong ? [{ field, summary, words }] : []))
