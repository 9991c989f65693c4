// What may be wrong with a field of the form: where, and in which words.

/** The id of the element that takes the focus; rows are numbered from 1. */
export type FieldId =
  | "name"
  | "description"
  | "labels"
  | "control"
  | "most-options"
  | `option-${number}`
  | "min"
  | "max"
  | "answers"
  | "answer-share"
  | "delay"
  | "window"
  | "silence-value"
  | "worthwhile"
  | `guardrail-${number}`
  | `rate-${number}`
  | `margin-${number}`
  | `soon-${number}`
  | "people"
  | "per-day"
  | "cap"
  | "even-share"
  | "traffic-share"
  | "starts"
  | "ends"
  | `group-${number}`
  | "population"
  | "population-name"
  | "population-limit"
  | "privacy"
  | "guesses"
  | "eta"
  | "epsilon"
  | "delta"
  | "arrivals"
  | "best"
  | "lead"
  | "form"

/** The same without the number of its row. */
export type FieldKind = Exclude<FieldId, `${string}-${number}`> | RowKind

/** What there may be several of, each with a number. */
export type RowKind = "option" | "guardrail" | "group" | "rate" | "margin" | "soon"

export const fieldKind = (field: FieldId): FieldKind => field.replace(/-\d+$/, "") as FieldKind

export interface Problem {
  readonly field: FieldId
  /** In the list on top, where it stands without its field. */
  readonly summary: string
  /** Beside the field. */
  readonly words: string
}

export const problem = (field: FieldId, summary: string, words: string): Problem => ({ field, summary, words })
