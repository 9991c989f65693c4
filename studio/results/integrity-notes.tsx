// Problems with how answers come, in the service's own sentences. Two kinds have cards of their
// own.

import type { Group } from "./results-types.ts"

type Finding = NonNullable<Group["integrity"]>[number]

const saidElsewhere: ReadonlySet<Finding["kind"]> = new Set(["answers_differ", "all_largest"])

export function IntegrityNotes({ groups }: { readonly groups: readonly Group[] }) {
  // A problem of the whole experiment is listed in each of its groups.
  const notes = new Map<string, Finding>()
  for (const { integrity } of groups)
    for (const found of integrity ?? []) if (!saidElsewhere.has(found.kind)) notes.set(found.sentence, found)
  return (
    <>
      {[...notes.values()].map(({ sentence, advice }) => (
        <p key={sentence} class="note warn gap-below" role="status">
          <b>{sentence}</b> {advice}
        </p>
      ))}
    </>
  )
}
