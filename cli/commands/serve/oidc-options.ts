// The options of `armistice serve` with which people sign in, and the files they name.

import type { StartOptions } from "@armistice/service"
import { defined, formatFlag, type OptionValues, text, texts } from "../../options/option-spec.ts"
import { readOptionFile } from "../../options/read-file.ts"
import { UsageError } from "../../usage-error.ts"

type SignIn = NonNullable<StartOptions["signIn"]>

const heading = "People sign in with OpenID Connect"

export const oidcOptions = {
  oidcIssuer: text("the provider, such as https://accounts.example; http:// on loopback only", "issuer", heading),
  oidcClientIdFile: text("file with the client id that the provider has for this service", "file", heading),
  oidcClientSecretFile: text("file with the secret of that client", "file", heading),
  oidcRole: texts(
    "admin, operate, audit or decide = a group of people; repeat it for more groups",
    "role=group",
    heading,
  ),
  oidcClaim: text("claim with a person's groups (groups if left out)", "claim", heading),
  oidcScope: text('scopes to ask for ("openid profile" if left out)', "scopes", heading),
  publicOrigin: text(
    "where browsers reach this service, such as https://experiments.example (its address if left out)",
    "origin",
    heading,
  ),
} as const

const needed = ["oidcIssuer", "oidcClientIdFile", "oidcClientSecretFile", "oidcRole"] as const

/** Undefined where nobody is to sign in. */
export function readSignIn(values: OptionValues<typeof oidcOptions>): SignIn | undefined {
  const { oidcIssuer, oidcClientIdFile, oidcClientSecretFile, oidcRole, oidcClaim, oidcScope, publicOrigin } = values
  if (Object.keys(oidcOptions).every((name) => values[name as keyof typeof oidcOptions] === undefined)) return undefined
  if (
    oidcIssuer === undefined ||
    oidcClientIdFile === undefined ||
    oidcClientSecretFile === undefined ||
    oidcRole === undefined
  ) {
    const missing = needed.filter((name) => values[name] === undefined).map(formatFlag)
    throw new UsageError(`signing in needs ${needed.map(formatFlag).join(", ")}: ${missing.join(" and ")} missing`)
  }
  return defined({
    issuer: oidcIssuer,
    clientId: readOptionFile("--oidc-client-id-file", oidcClientIdFile).trim(),
    clientSecret: readOptionFile("--oidc-client-secret-file", oidcClientSecretFile).trim(),
    roles: oidcRole.map(readMapping),
    claim: oidcClaim,
    scope: oidcScope,
    origin: publicOrigin,
  })
}

/** Groups may have commas and equal signs of their own, as in directories. */
function readMapping(text: string): SignIn["roles"][number] {
  const [, role = "", value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  if (role === "" || value === "")
    throw new UsageError(`--oidc-role must be such as operate=experimenters, got ${JSON.stringify(text)}`)
  return { role: role as SignIn["roles"][number]["role"], value }
}
