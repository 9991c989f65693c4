// A switch with its label and a hint.

interface Props {
  readonly label: string
  readonly hint?: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly id?: string
}

export const Switch = ({ label, hint, isOn, onChange, ...rest }: Props) => (
  <label class="switch">
    <input
      type="checkbox"
      role="switch"
      {...rest}
      aria-checked={isOn}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span>
      <b class="text-sm">{label}</b>
      {hint !== undefined && <span class="hint">{hint}</span>}
    </span>
  </label>
)
