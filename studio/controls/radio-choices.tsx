// A few numbers to choose one from, as radio buttons.

interface Props<Value extends number | null> {
  readonly legend: string
  /** The name of the group of radio buttons. */
  readonly name: string
  readonly values: readonly Value[]
  readonly value: Value
  readonly format: (value: Value) => string
  readonly onValue: (value: Value) => void
}

export const RadioChoices = <Value extends number | null>(props: Props<Value>) => (
  <fieldset>
    <legend>{props.legend}</legend>
    <div class="choices">
      {props.values.map((one) => (
        <label key={one}>
          <input type="radio" name={props.name} checked={props.value === one} onChange={() => props.onValue(one)} />
          {props.format(one)}
        </label>
      ))}
    </div>
  </fieldset>
)
