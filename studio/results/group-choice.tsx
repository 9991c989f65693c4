// Chooses the group that is shown in detail: radio buttons for a few, a list for many.

import type { Group } from "./results-types.ts"

interface ChoiceProps {
  readonly groups: readonly Group[]
  readonly chosen: Group
  readonly onChoose: (name: string | null) => void
}

/** More groups than these are shown as a list. */
const mostRadios = 6

export function GroupChoice({ groups, chosen, onChoose }: ChoiceProps) {
  if (groups.length > mostRadios)
    return (
      <label class="segment-choice">
        <span class="text-sm">Group</span>
        <select class="input" onChange={(event) => onChoose(event.currentTarget.value)}>
          {groups.map(({ segment }) => (
            <option key={segment} value={segment ?? ""} selected={segment === chosen.segment}>
              {segment}
            </option>
          ))}
        </select>
      </label>
    )
  return (
    <fieldset class="segment-choice" aria-label="Group">
      {groups.map((group) => (
        <label key={group.segment}>
          <input type="radio" name="group" checked={group === chosen} onChange={() => onChoose(group.segment)} />
          {group.segment}
        </label>
      ))}
    </fieldset>
  )
}
