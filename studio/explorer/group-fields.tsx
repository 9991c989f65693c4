// The settings of people in groups: a switch, and while it is on, how many there are and how they
// differ.

import { NumberField } from "../controls/number-field.tsx"
import { SelectField } from "../controls/select-field.tsx"
import {
  createGroups,
  defaultGroups,
  describeLevels,
  findLevelLimits,
  type GroupSettings,
  groupLaws,
  mostArms,
} from "./groups.ts"

interface Props {
  readonly groups: GroupSettings | null
  readonly onGroups: (groups: GroupSettings | null) => void
}

const laws = Object.fromEntries(Object.entries(groupLaws).map(([law, { label }]) => [law, label]))

export const GroupSwitch = ({ groups, onGroups }: Props) => (
  <label class="switch">
    <input
      type="checkbox"
      role="switch"
      aria-checked={groups !== null}
      checked={groups !== null}
      onChange={(event) => onGroups(event.currentTarget.checked ? defaultGroups : null)}
    />
    <span>
      <b>Know the group</b>
      {groups !== null && <span class="hint">Attributes are visible; answers are protected.</span>}
    </span>
  </label>
)

export function GroupFields({ groups, onGroups }: Props & { readonly groups: GroupSettings }) {
  const [least, most] = findLevelLimits(groups.law)
  const change = (part: Partial<GroupSettings>) => onGroups({ ...groups, ...part })
  return (
    <>
      <SelectField
        label="Groups differ"
        options={laws}
        value={groups.law}
        onValue={(law) => onGroups(createGroups(law))}
      />
      <NumberField
        label={describeLevels(groups.law)}
        value={groups.levels}
        min={least}
        max={most}
        onValue={(levels) => change({ levels: Math.round(levels) })}
      />
      <NumberField
        label="Options"
        value={groups.arms}
        min={2}
        max={mostArms}
        onValue={(arms) => change({ arms: Math.round(arms) })}
      />
    </>
  )
}
