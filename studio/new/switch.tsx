// A switch with its label and a hint.

interface Props {
  readonly label: string
  readonly hint: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly id?: string
}

export function Switch({ label, hint, isOn, onChange, id }: Props) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        {...(id === undefined ? {} : { id })}
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        <b>{label}</b>
        <span class="hint">{hint}</span>
      </span>
    </label>
  )
}
