// The log of activity in words: what was done or refused, and who did it.

import type { ArmisticeClient } from "@armistice/client"
import { isolateName } from "./isolate-name.ts"
import { capitalize } from "./numbers.ts"

type Entry = Awaited<ReturnType<ArmisticeClient["activity"]>>["activity"][number]

const texts: Readonly<Record<string, string>> = {
  create: "Created",
  pause: "Paused: everyone is given the control",
  "pause-sticky": "Paused: people keep their option",
  resume: "Resumed",
  finish: "Finished",
  "finish-everyone": "Finished for everyone",
  extend: "Extended: more people are learned from",
  "stop-arm": "An option was stopped",
  "resume-arm": "An option was resumed for new people",
  "add-arm": "An option was added",
  "harm-seen": "Harm marked as seen",
  archive: "Archived",
  edit: "Name, description or labels changed",
  purge: "Answers, noise and people were removed for good",
  ripe: "Answers count from a greater age on",
  erase: "One person was forgotten on request",
  "accept-restore": "Learning again after the store was restored",
  "create-key": "A key was made",
  "edit-key": "A key was changed",
  "rotate-key": "A key was rotated",
  "revoke-key": "A key was revoked",
  "sign-out-person": "Someone was signed out everywhere",
  "add-webhook": "A webhook was added",
  "edit-webhook": "A webhook was changed",
  "remove-webhook": "A webhook was removed",
  "resend-webhook": "A message was sent to a webhook again",
  "put-population": "The limit of a population was set",
}

/** An action without a text of its own is shown by its name. */
export const nameAction = (action: string): string => texts[action] ?? capitalize(action.replaceAll(/[-_]/g, " "))

export const describeRefusal = (action: string, count: number): string =>
  `Refused: ${action.replaceAll(/[-_]/g, " ")}${count > 1 ? `, ${count} times` : ""}`

/** "key “growth”", "Ada Lovelace". */
export function describeActor({ key: { id, name } }: Pick<Entry, "key">): string {
  if (id !== null) return id.startsWith("person_") ? isolateName(name) : `key “${isolateName(name)}”`
  if (name === "service") return "by itself"
  if (name === "local") return "without a key"
  return name === "command" ? "on the command line" : name
}
