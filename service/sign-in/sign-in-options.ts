// How people sign in with OpenID Connect: what the operator configures, checked before the service
// starts.

import { type Role, roles } from "../keys/role.ts"
import { ServiceError } from "../service-error.ts"
import { quoted } from "../text.ts"

/** Signing in with an OpenID Connect provider. */
export interface SignInOptions {
  /** The provider's issuer, such as https://accounts.example; http only on loopback. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The role that a value of the claim gives. */
  readonly roles: readonly RoleMapping[]
  /** The claim with a person's groups or roles, a text or a list of texts; `groups` if left out. */
  readonly claim?: string
  /** Scopes to ask for; "openid profile" if left out. */
  readonly scope?: string
  /** Such as https://experiments.example; the service's own address if left out. */
  readonly origin?: string
}

/** Everyone whose claim has `value` gets `role`. */
export interface RoleMapping {
  readonly role: Role
  readonly value: string
}

export type SignInSettings = Required<Omit<SignInOptions, "origin">> & Pick<SignInOptions, "origin">

/** `evaluate` is for programs: it cannot even read who it is. */
const peopleRoles: readonly Role[] = roles.filter((role) => role !== "evaluate")

const loopbackNames = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

export function checkSignInOptions(options: SignInOptions): SignInSettings {
  const {
    issuer,
    clientId,
    clientSecret,
    roles: mappings,
    claim = "groups",
    scope = "openid profile",
    origin,
  } = options
  if (!isSafeUrl(issuer) || /[?#@]/.test(issuer))
    throw refused("the issuer must be an https:// address (http:// only on loopback) without query or user", issuer)
  if (origin !== undefined && !(isSafeUrl(origin) && new URL(origin).origin === origin))
    throw refused("the public origin must be such as https://experiments.example (http:// only on loopback)", origin)
  if (clientId === "" || clientSecret === "")
    throw new ServiceError("invalid_parameter", "the client id and the client secret must not be empty, got nothing")
  if (claim === "") throw refused("the claim with a person's groups must have a name", claim)
  if (!scope.split(" ").includes("openid")) throw refused("the scopes must include openid", scope)
  if (mappings.length === 0)
    throw new ServiceError(
      "invalid_parameter",
      "sign-in needs at least one role, such as operate=experimenters, got none",
    )
  for (const { role, value } of mappings)
    if (!peopleRoles.includes(role) || value === "")
      throw refused(`a role of people must be one of ${peopleRoles.join(", ")} with a value`, `${role}=${value}`)
  return { issuer, clientId, clientSecret, roles: mappings, claim, scope, ...(origin === undefined ? {} : { origin }) }
}

export const isLoopbackUrl = (text: string): boolean => URL.canParse(text) && loopbackNames.test(new URL(text).hostname)

/** Over plain HTTP everybody on the way reads codes and cookies. */
const isSafeUrl = (text: string): boolean =>
  URL.canParse(text) && (text.startsWith("https://") || (text.startsWith("http://") && isLoopbackUrl(text)))

const refused = (rule: string, given: string): ServiceError =>
  new ServiceError("invalid_parameter", `${rule}, got ${quoted(given)}`)
