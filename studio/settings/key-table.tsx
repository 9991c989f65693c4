// The keys: what each may do, when it was used, how it is, and what can be done with it.

import { Button } from "../layout/button.tsx"
import { TableHead } from "../layout/table-head.tsx"
import {
  describeOrigin,
  describeState,
  describeUses,
  isActive,
  type Key,
  type KeyLine,
  listLimits,
  roleText,
} from "./key-text.ts"

interface Props {
  readonly lines: readonly KeyLine[]
  readonly onEdit: (key: Key) => void
  readonly onRotate: (key: Key) => void
  readonly onRevoke: (line: KeyLine) => void
  /** Ends a key that was replaced. */
  readonly onEndOld: (key: Key) => void
}

export const KeyTable = ({ lines, ...actions }: Props) => (
  <table class="stacked-table settings-table">
    <TableHead columns={["Key", "May", "Used", "State", "Actions"]} />
    <tbody>
      {lines.map((line) => (
        <KeyRow key={line.key.lineage} line={line} {...actions} />
      ))}
    </tbody>
  </table>
)

function KeyRow({ line, onEdit, onRotate, onRevoke, onEndOld }: Omit<Props, "lines"> & { readonly line: KeyLine }) {
  const { key, earlier } = line
  const chip = describeState(line)
  const [old] = earlier
  return (
    <tr>
      <th scope="row">
        {key.name}
        <small>
          <code>arm_{key.id.slice(0, 6)}…</code>
        </small>
      </th>
      <td class="full-row">
        {roleText[key.role].may}
        {listLimits(line).map((limit) => (
          <small key={limit}>{limit}</small>
        ))}
      </td>
      <td class="full-row text-xs muted">
        {describeUses(line)}
        <small>{describeOrigin(key)}</small>
      </td>
      <td class="row-state">
        <span class={`chip ${chip.look}`}>{chip.words}</span>
      </td>
      <td class="full-row">
        {isActive(key) && (
          <div class="row">
            {old === undefined ? (
              <>
                <Button class="small" onClick={() => onEdit(key)} aria-label={`Change ${key.name}`}>
                  Change …
                </Button>
                <Button class="small" onClick={() => onRotate(key)} aria-label={`Rotate ${key.name}`}>
                  Rotate …
                </Button>
              </>
            ) : (
              <Button class="small" onClick={() => onEndOld(old)} aria-label={`End the old key of ${key.name} now`}>
                End old now …
              </Button>
            )}
            <Button class="small" onClick={() => onRevoke(line)} aria-label={`Revoke ${key.name}`}>
              Revoke …
            </Button>
          </div>
        )}
      </td>
    </tr>
  )
}
