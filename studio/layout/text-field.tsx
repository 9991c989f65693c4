// A labelled line to type into, with what is wrong with it below.

interface Props {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly problem?: string | undefined
  readonly onValue: (value: string) => void
  readonly isSecret?: boolean
  readonly inputMode?: "numeric"
  readonly maxLength?: number
}

export const TextField = ({ id, label, problem, onValue, isSecret = false, ...input }: Props) => (
  <div class={problem === undefined ? "field" : "field invalid"}>
    <label for={id}>{label}</label>
    <input
      id={id}
      class="input"
      autocomplete="off"
      {...(isSecret ? { type: "password" as const } : { type: "text" as const })}
      {...input}
      {...(problem === undefined ? {} : { "aria-invalid": true, "aria-describedby": `${id}-problem` })}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
    {problem !== undefined && (
      <p class="field-error" id={`${id}-problem`} role="alert">
        {problem}
      </p>
    )}
  </div>
)
