// A warning where everyone should answer but nearly every answer is the largest: perhaps only
// successes are sent.

import type { Group } from "./results-types.ts"

export function NearlyAllLargest({ groups }: { readonly groups: readonly Group[] }) {
  const told = groups.filter(({ nearlyAllLargest }) => nearlyAllLargest)
  if (told.length === 0) return null
  const names = told.flatMap(({ segment }) => (segment === null ? [] : [segment]))
  return (
    <p class="note warn gap-below" role="status">
      <b>Nearly every answer is the largest one{names.length === 0 ? "" : ` in ${names.join(", ")}`}.</b> This
      experiment was created as one in which people who do nothing send an answer too. If your program sends only
      successes, anyone who sees that someone answered knows what they answered. Then finish this one and begin another
      in which only successes are sent: it hides who answered. If everyone does answer, there is nothing to do.
    </p>
  )
}
