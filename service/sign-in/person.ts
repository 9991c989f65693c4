// A person who signed in: an id that reveals nothing about them, the name that the activity log
// shows, and the values of the claim that give roles. An e-mail address never becomes a name.

import { createHash } from "node:crypto"
import type { Role } from "../keys/role.ts"
import { isText } from "../text.ts"
import type { RoleMapping, SignInSettings } from "./sign-in-options.ts"

/** The claims of an ID token and of the user info. */
export interface Claims {
  readonly sub?: unknown
  readonly azp?: unknown
  readonly iat?: unknown
  readonly name?: unknown
  readonly given_name?: unknown
  readonly family_name?: unknown
  readonly preferred_username?: unknown
  readonly nickname?: unknown
  readonly [claim: string]: unknown
}

export interface Person {
  /** Such as person_2kq1…, the same at every sign-in. */
  readonly id: string
  readonly name: string
  /** The values of the claim that have a role. */
  readonly values: readonly string[]
}

/** No id of a key begins with it. */
export const personPrefix = "person_"

const longestName = 100

/** A person with several roles has the first of these. */
const byPower: readonly Role[] = ["admin", "operate", "audit", "decide"]

export function describePerson(claims: Claims, { issuer, claim, roles }: SignInSettings): Person {
  const hash = createHash("sha256")
    .update(JSON.stringify([issuer, claims.sub]))
    .digest("base64url")
  const id = `${personPrefix}${hash.slice(0, 22)}`
  const given = claims[claim]
  const values = new Set(typeof given === "string" ? [given] : Array.isArray(given) ? given : [])
  const mapped = new Set(roles.map(({ value }) => value))
  return { id, name: readName(claims) ?? id, values: [...mapped].filter((value) => values.has(value)) }
}

/** The most powerful role of the values under the mapping of today; null: none. */
export function pickRole(values: readonly string[], mappings: readonly RoleMapping[]): Role | null {
  const given = mappings.filter(({ value }) => values.includes(value)).map(({ role }) => role)
  return byPower.find((role) => given.includes(role)) ?? null
}

function readName(claims: Claims): string | undefined {
  const joined = [claims.given_name, claims.family_name].filter((part) => typeof part === "string").join(" ")
  for (const name of [claims.name, joined, claims.preferred_username, claims.nickname]) {
    if (typeof name !== "string") continue
    const plain = name.trim()
    if (plain !== "" && plain.length <= longestName && isText(plain) && !plain.includes("@")) return plain
  }
  return undefined
}
