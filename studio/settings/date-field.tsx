// A field for the day on which something ends; empty for no end.

interface Props {
  readonly id: string
  readonly label: string
  /** Such as "2026-12-01"; empty: never. */
  readonly value: string
  readonly onValue: (day: string) => void
}

export const DateField = ({ id, label, value, onValue }: Props) => (
  <div class="field">
    <label for={id}>{label}</label>
    <input
      id={id}
      class="input short"
      type="date"
      value={value}
      aria-describedby={`${id}-hint`}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
    <p class="hint" id={`${id}-hint`}>
      With the beginning of this day in UTC; left empty: never.
    </p>
  </div>
)
