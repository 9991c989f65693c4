// The people who have sessions, for those who manage who may do what.

import type { Role } from "../keys/role.ts"
import { pickRole } from "./person.ts"
import type { SessionRow } from "./session.ts"
import type { RoleMapping } from "./sign-in-options.ts"

export interface PresentPerson {
  readonly id: string
  readonly name: string
  readonly role: Role
  /** The groups that gave a role when they signed in last. */
  readonly groups: readonly string[]
  readonly sessions: number
  /** To the minute. */
  readonly lastUsedAt: number
}

/** The last one here first. Sessions whose groups give no role any more open nothing. */
export function listPeople(sessions: readonly SessionRow[], mappings: readonly RoleMapping[]): PresentPerson[] {
  const people = new Map<string, PresentPerson>()
  for (const { person: id, name, values, usedAt } of [...sessions].sort((one, other) => other.usedAt - one.usedAt)) {
    const role = pickRole(values, mappings)
    if (role === null) continue
    const known = people.get(id)
    people.set(id, {
      ...(known ?? { id, name, role, groups: values, lastUsedAt: usedAt }),
      sessions: (known?.sessions ?? 0) + 1,
    })
  }
  return [...people.values()]
}
