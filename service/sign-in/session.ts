// Sessions of people who signed in, as a store keeps them. The browser has the id in a cookie; the
// store has only its hash, which is enough because nobody can guess 32 random bytes.

import { createHash, randomBytes } from "node:crypto"
import type { ActivityRow } from "../activity/activity.ts"
import type { MaybePromise } from "../maybe-promise.ts"

export interface SessionRow {
  /** The hash of its id. */
  readonly hash: string
  /** The id of the person. */
  readonly person: string
  readonly name: string
  /** The issuer and client it was made for; a service configured for others does not take it. */
  readonly provider: string
  /** Values of the claim that had a role at sign-in; what role, the configuration of today says. */
  readonly values: readonly string[]
  /** It ends then, however much it is used. */
  readonly expiresAt: number
  /** To the minute. */
  readonly usedAt: number
}

/** A login that has become a session, remembered so that it cannot become another one. */
export interface UsedLogin {
  /** The hash of its state. */
  readonly hash: string
  readonly expiresAt: number
}

export interface SessionStore {
  /** A session of this store; none that a backup brought back. */
  session(hash: string): MaybePromise<SessionRow | undefined>
  /** All sessions of this store that were made with a provider. */
  sessions(provider: string): MaybePromise<SessionRow[]>
  /** Adds a session and removes expired ones. False: the login has been used. */
  addSession(session: SessionRow, login: UsedLogin, now: number): MaybePromise<boolean>
  /** Notes a use of a session that is still there. */
  touchSession(hash: string, at: number): MaybePromise<void>
  removeSession(hash: string): MaybePromise<void>
  /** Removes all sessions of a person. `note`: the change for the record of activity. */
  removePersonSessions(person: string, note?: ActivityRow): MaybePromise<void>
}

export const sessionMs = 12 * 3_600_000
const idleMs = 3_600_000
const touchMs = 60_000

export const createSessionId = (): string => randomBytes(32).toString("base64url")

export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url")

export const isOver = ({ expiresAt, usedAt }: SessionRow, now: number): boolean =>
  now >= expiresAt || now - usedAt >= idleMs

export const isToBeTouched = ({ usedAt }: SessionRow, now: number): boolean => now - usedAt >= touchMs
