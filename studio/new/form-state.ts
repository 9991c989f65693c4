// The common part of the form's sections: the draft, how to change it, and the problems of fields.

import type { Draft } from "./draft.ts"
import type { FieldId } from "./problem.ts"

export interface FormState {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  /** The problem of a field, once the field was left or Create was pressed. */
  readonly problemFor: (field: FieldId) => string | undefined
  readonly leave: (field: FieldId) => void
}
