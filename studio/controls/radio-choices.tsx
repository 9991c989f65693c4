// Radio buttons: a few numbers in a row, or one choice with a title and its consequence.

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

interface ChoiceProps {
  readonly name: string
  readonly title: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly id?: string
  readonly children: string
}

export const Choice = ({ title, isChosen, onChoose, children, ...input }: ChoiceProps) => (
  <label>
    <input type="radio" {...input} checked={isChosen} onChange={onChoose} />
    <b class="text-sm">{title}</b>
    <span>{children}</span>
  </label>
)
