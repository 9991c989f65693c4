// The pages of the settings, each for those who may do what it offers.

import { type Account, may } from "../experiments/account.ts"

interface SettingsPlace {
  readonly path: string
  readonly name: string
  readonly task: "manage-keys" | "operate" | "audit"
}

const places: readonly SettingsPlace[] = [
  { path: "/settings/keys", name: "Keys and people", task: "manage-keys" },
  { path: "/settings/webhooks", name: "Webhooks", task: "operate" },
  { path: "/settings/activity", name: "Activity", task: "audit" },
]

export const listSettings = (account: Account): readonly SettingsPlace[] =>
  places.filter(({ task }) => may(account, task))

/** Where the link to the settings leads; undefined for those who may not change or read any. */
export const findFirstSettings = (account: Account): string | undefined => listSettings(account)[0]?.path
