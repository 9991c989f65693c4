// What the sections of the form share: the draft, how to change it, and what to say beside a field.

import type { Draft } from "./draft.ts"
import type { FieldId } from "./problem.ts"

export interface FormState {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  /** What is wrong with a field, once it was left or Create was tried. */
  readonly wordsFor: (field: FieldId) => string | undefined
  readonly leave: (field: FieldId) => void
}
