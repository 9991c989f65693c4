// A labelled line to type into, with a unit, a hint, and what is wrong with it.

interface Props {
  readonly id: string
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: string
  readonly onValue: (value: string) => void
  readonly onBlur?: () => void
  readonly type?: "text" | "password" | "date" | "datetime-local"
  readonly inputMode?: "numeric" | "decimal"
  readonly maxLength?: number
  /** Only as wide as a number. */
  readonly isShort?: boolean
  /** Shown behind the field, such as "%". */
  readonly unit?: string
  readonly hint?: string
  readonly problem?: string | undefined
  /** Left out of a long form, whose summary of problems is announced instead. */
  readonly announcesProblem?: boolean
}

export function TextField(props: Props) {
  const { id, type = "text", label, isLabelHidden, onValue, isShort, unit, hint, problem, ...rest } = props
  const { announcesProblem = true, ...input } = rest
  const control = (
    <input
      id={id}
      class={isShort === true ? "input short" : "input"}
      // Preact has a type of its own for each kind of input.
      type={type as "text"}
      autocomplete="off"
      {...input}
      {...describeField(id, problem, hint)}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  )
  return (
    <div class={problem === undefined ? "field" : "field invalid"}>
      <label class={isLabelHidden === true ? "sr-only" : undefined} for={id}>
        {label}
      </label>
      {unit === undefined ? (
        control
      ) : (
        <div class="with-unit">
          {control}
          <span class="text-sm muted">{unit}</span>
        </div>
      )}
      <FieldNotes id={id} problem={problem} hint={hint} announcesProblem={announcesProblem} />
    </div>
  )
}

/** The attributes that tie a control to what FieldNotes says below it. */
export function describeField(id: string, problem: string | undefined, hint?: string) {
  const notes = [...(problem === undefined ? [] : [`${id}-problem`]), ...(hint === undefined ? [] : [`${id}-hint`])]
  return {
    ...(problem === undefined ? {} : { "aria-invalid": true as const }),
    ...(notes.length === 0 ? {} : { "aria-describedby": notes.join(" ") }),
  }
}

interface NotesProps {
  readonly id: string
  readonly problem: string | undefined
  readonly hint?: string | undefined
  readonly announcesProblem?: boolean
}

export const FieldNotes = ({ id, problem, hint, announcesProblem = false }: NotesProps) => (
  <>
    {problem !== undefined && (
      <p class="field-error" id={`${id}-problem`} {...(announcesProblem ? { role: "alert" as const } : {})}>
        {problem}
      </p>
    )}
    {hint !== undefined && (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </>
)
