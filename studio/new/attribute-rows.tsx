// The attributes of people, each with its levels or its range.

import { planContext } from "@armistice/core/context"
import { useLayoutEffect, useRef } from "preact/hooks"
import { SelectField } from "../controls/select-field.tsx"
import { Button } from "../layout/button.tsx"
import { Icon } from "../layout/icon.tsx"
import { type AttributeDraft, emptyAttribute } from "./draft.ts"
import { Field, type FormState } from "./field.tsx"
import { LevelList } from "./level-list.tsx"
import { readNumber, readWhole } from "./read-typed.ts"

const mostAttributes = 25

export function AttributeRows({ form }: { readonly form: FormState }) {
  const { attributes } = form.draft
  const place = useRef<HTMLDivElement>(null)
  const nextRow = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (nextRow.current === null) return
    const row = Math.min(nextRow.current, attributes.length)
    place.current?.querySelector<HTMLInputElement>(`#attribute-${row}`)?.focus()
    nextRow.current = null
  })
  const change = (rows: readonly AttributeDraft[]) => form.change({ attributes: rows })
  return (
    <div ref={place} class="attributes">
      {attributes.map((attribute, at) => (
        // Rows are identified by their position.
        <AttributeRow
          key={at}
          form={form}
          row={at + 1}
          attribute={attribute}
          onChange={(part) => change(attributes.map((one, other) => (other === at ? { ...one, ...part } : one)))}
          {...(attributes.length === 1
            ? {}
            : {
                onRemove: () => {
                  nextRow.current = Math.max(1, at)
                  change(attributes.filter((_, other) => other !== at))
                },
              })}
        />
      ))}
      {attributes.length < mostAttributes && (
        <div class="row">
          <Button
            class="small"
            onClick={() => {
              nextRow.current = attributes.length + 1
              change([...attributes, emptyAttribute])
            }}
          >
            Add an attribute
          </Button>
        </div>
      )}
    </div>
  )
}

interface RowProps {
  readonly form: FormState
  readonly row: number
  readonly attribute: AttributeDraft
  readonly onChange: (part: Partial<AttributeDraft>) => void
  /** Left out for the only attribute. */
  readonly onRemove?: () => void
}

function AttributeRow({ form, row, attribute, onChange, onRemove }: RowProps) {
  const { name, kind, levels, from, to, bands } = attribute
  return (
    <fieldset class="attribute" aria-label={`Attribute ${row}`}>
      <div class="attribute-head">
        <Field
          form={form}
          id={`attribute-${row}`}
          label={`Attribute ${row}`}
          value={name}
          onValue={(text) => onChange({ name: text })}
        />
        <SelectField
          id={`kind-${row}`}
          label="Kind"
          options={{ levels: "a list", number: "a number" }}
          value={kind}
          onValue={(chosen) => onChange({ kind: chosen })}
        />
        {onRemove !== undefined && (
          <button type="button" class="icon-button" aria-label={`Remove attribute ${row}`} onClick={onRemove}>
            <Icon>
              <path d="m5.5 5.5 9 9m0-9-9 9" />
            </Icon>
          </button>
        )}
      </div>
      {kind === "levels" ? (
        <LevelList form={form} row={row} levels={levels} onLevels={(next) => onChange({ levels: next })} />
      ) : (
        <>
          <div class="attribute-range">
            <Field
              form={form}
              id={`from-${row}`}
              label="From"
              isNumber
              value={from}
              onValue={(text) => onChange({ from: text })}
            />
            <Field
              form={form}
              id={`to-${row}`}
              label="To"
              isNumber
              value={to}
              onValue={(text) => onChange({ to: text })}
            />
            <Field
              form={form}
              id={`bands-${row}`}
              label="Bands"
              isNumber
              value={bands}
              onValue={(text) => onChange({ bands: text })}
            />
          </div>
          <p class="hint">{describeRange(attribute)}</p>
        </>
      )}
    </fieldset>
  )
}

/** The bands in words, or what is assumed without them. */
function describeRange({ from, to, bands }: AttributeDraft): string {
  const [low, high, count] = [readNumber(from), readNumber(to), readWhole(bands)]
  const outside = "Numbers outside count as the nearest end."
  if (bands.trim() === "") return `Without bands the effect is assumed to be a straight line. ${outside}`
  if (low === null || high === null || count === null || low >= high || count < 2 || count > 50)
    return "Equal parts of the range, each with an effect of its own. Left empty: a straight line."
  const names = planContext({ number: { range: [low, high], bands: count } }).groups?.map((group) => group.name) ?? []
  const shown = names.length <= 6 ? names.join(", ") : `${names.slice(0, 2).join(", ")} … ${names.at(-1)}`
  return `Bands: ${shown}. ${outside}`
}
