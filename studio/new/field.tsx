// The fields of the form, and the state that all its sections share.

import type { ComponentProps } from "preact"
import { TextField } from "../controls/text-field.tsx"
import type { Draft } from "./draft.ts"
import { type FieldId, fieldIds } from "./problem.ts"

export interface FormState {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  /** The problem of a field, once the field was left or Create was pressed. */
  readonly problemFor: (field: FieldId) => string | undefined
  readonly leave: (field: FieldId) => void
}

interface Props extends Omit<ComponentProps<typeof TextField>, "problem" | "announcesProblem" | "onBlur"> {
  readonly form: FormState
  readonly id: FieldId
  readonly isNumber?: boolean
}

/** A problem appears once the field is left; the summary above the form is announced. */
export const Field = ({ form, id, isNumber = false, ...field }: Props) => (
  <TextField
    {...field}
    {...(isNumber ? { inputMode: "decimal" as const } : {})}
    id={id}
    problem={form.problemFor(id)}
    announcesProblem={false}
    onBlur={() => form.leave(id)}
  />
)

interface DraftProps extends Omit<Props, "id" | "value" | "onValue"> {
  readonly part: keyof typeof fieldIds
}

export function DraftField({ part, ...field }: DraftProps) {
  const { draft, change } = field.form
  return <Field {...field} id={fieldIds[part]} value={draft[part]} onValue={(text) => change({ [part]: text })} />
}
