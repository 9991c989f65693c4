// The settings of people in groups: a switch, how many groups, and how they differ.

import { NumberField } from "../controls/number-field.tsx"
import { SelectField } from "../controls/select-field.tsx"
import { Switch } from "../controls/switch.tsx"
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
  <Switch
    label="Know the group"
    {...(groups === null ? {} : { hint: "Attributes are visible; answers are protected." })}
    isOn={groups !== null}
    onChange={(isOn) => onGroups(isOn ? defaultGroups : null)}
  />
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
