// Signing in and out: the way of a browser from the service to the provider and back, and the
// session that it leaves.

import { timingSafeEqual } from "node:crypto"
import type { Actor } from "../activity/activity.ts"
import { mayDo, type Role } from "../keys/role.ts"
import { formatCookie, nameCookies, readCookie } from "./cookies.ts"
import { createLogin, type Login, LoginSeal, loginMs } from "./login.ts"
import { listPeople, type PresentPerson } from "./people.ts"
import { describePerson, pickRole } from "./person.ts"
import { Provider, SignInError } from "./provider.ts"
import { checkReturnPath } from "./return-path.ts"
import { createSessionId, hashSecret, isOver, type SessionRow, type SessionStore, sessionMs } from "./session.ts"
import { SessionRing } from "./session-ring.ts"
import { checkSignInOptions, type SignInOptions, type SignInSettings } from "./sign-in-options.ts"

/** A person with a session, as requests see them. */
export interface SignedIn {
  readonly session: SessionRow
  readonly role: Role
}

/** Where the browser goes next, with these cookies. */
export interface Redirect {
  readonly location: string
  readonly cookies: readonly string[]
}

interface Surroundings {
  readonly store: SessionStore
  readonly now: () => number
  /** The service's own address, once it listens. */
  readonly address: () => string
  readonly refreshMs: number | undefined
}

export const signInPath = "/sign-in"
export const callbackPath = "/sign-in/callback"
export const firstPage = "/experiments"

const sessionIdText = /^[A-Za-z0-9_-]{43}$/
/** More than any login of this service takes. */
const longestLogin = 4096

export class SignIn {
  readonly #settings: SignInSettings
  readonly #surroundings: Surroundings
  readonly #provider: Provider
  readonly #seal: LoginSeal
  readonly sessions: SessionRing

  constructor(options: SignInOptions, surroundings: Surroundings) {
    this.#settings = checkSignInOptions(options)
    this.#surroundings = surroundings
    this.#provider = new Provider(this.#settings)
    this.#seal = new LoginSeal(this.#settings)
    this.sessions = new SessionRing(surroundings.store, this.#providerName, surroundings.refreshMs)
  }

  /** Where browsers reach the service. */
  get origin(): string {
    return this.#settings.origin ?? this.#surroundings.address()
  }

  /** Whether people may manage keys. */
  get hasAdmins(): boolean {
    return this.#settings.roles.some(({ role }) => mayDo(role, "manage-keys"))
  }

  /** Where people sign in, and with whom, for refusals. */
  get place(): { readonly signIn: string; readonly provider: string } {
    return { signIn: `${this.origin}${signInPath}`, provider: new URL(this.#settings.issuer).host }
  }

  /**
   * To the provider, on the way to `returnTo`. A browser that knows the service by another name
   * (`host`), such as localhost for 127.0.0.1, first goes to the service's own: its cookies would
   * stay with the other name. `host` undefined: it has been there, or gives no name.
   */
  async begin(returnTo: string, host: string | undefined): Promise<Redirect> {
    const { origin } = this
    const path = checkReturnPath(returnTo, origin)
    if (path === null)
      throw new SignInError(
        "sign_in_failed",
        "the address to return to must be a page of this service",
        "return address",
      )
    if (host !== undefined && !isSameHost(host, origin)) {
      // Once: behind a proxy that replaces the name, it would come here for ever.
      const again = new URLSearchParams({ return: path, again: "1" })
      return { location: `${origin}${signInPath}?${again}`, cookies: [] }
    }
    const login = createLogin(path, this.#surroundings.now())
    const location = await this.#provider.loginUrl(login, `${origin}${callbackPath}`)
    const { login: name } = nameCookies(origin)
    return {
      location: location.href,
      cookies: [formatCookie(name, this.#seal.seal(login), "Lax", loginMs / 1000)],
    }
  }

  /** From the provider: a new session for the person, in a browser that began this login itself. */
  async finish(query: string, cookieHeader: string | undefined): Promise<Redirect> {
    const { origin } = this
    const login = this.#readLogin(cookieHeader)
    if (login === null)
      throw new SignInError(
        "sign_in_failed",
        "this sign-in was not begun in this browser, or took too long: start again",
        "no login",
      )
    const callback = new URL(`${callbackPath}${query}`, origin)
    if (!isSame(callback.searchParams.get("state") ?? "", login.state))
      throw new SignInError("sign_in_failed", "this is the answer to another sign-in: start again", "state")
    const claims = await this.#provider.readClaims(login, callback)
    const person = describePerson(claims, this.#settings)
    if (pickRole(person.values, this.#settings.roles) === null)
      throw new SignInError(
        "no_role",
        "you are signed in, but have no role here: whoever runs this service can give one to a group of yours",
        "no role",
      )
    const now = this.#surroundings.now()
    const id = createSessionId()
    const session: SessionRow = {
      hash: hashSecret(id),
      person: person.id,
      name: person.name,
      provider: this.#providerName,
      values: person.values,
      expiresAt: now + sessionMs,
      usedAt: now,
    }
    const used = { hash: hashSecret(login.state), expiresAt: login.expiresAt }
    if (!(await this.#surroundings.store.addSession(session, used, now)))
      throw new SignInError("sign_in_failed", "this sign-in has been used: start again", "used login")
    const names = nameCookies(origin)
    return {
      location: `${origin}${checkReturnPath(login.returnTo, origin) ?? firstPage}`,
      cookies: [formatCookie(names.session, id, "Strict", sessionMs / 1000), this.#clear(names.login, "Lax")],
    }
  }

  /** The hash of the session id that a request carries; null: none. */
  readHash(cookieHeader: string | undefined): string | null {
    if (cookieHeader === undefined) return null
    const id = readCookie(cookieHeader, nameCookies(this.origin).session)
    return id === null || !sessionIdText.test(id) ? null : hashSecret(id)
  }

  /** The person with this session, as last read; null if it is over or gives no role any more. */
  find(hash: string, now: number): SignedIn | null {
    const session = this.sessions.find(hash, now)
    const role = session === null ? null : pickRole(session.values, this.#settings.roles)
    return session === null || role === null ? null : { session, role }
  }

  /** Ends a session, or all sessions of its person; returns the cookie that removes it. */
  async signOut(hash: string, everywhere: boolean): Promise<string> {
    const { store, now } = this.#surroundings
    const session = this.sessions.find(hash, now())
    if (everywhere && session !== null) await store.removePersonSessions(session.person)
    await store.removeSession(hash)
    if (everywhere) this.sessions.forget()
    else this.sessions.forget(hash)
    return this.#clear(nameCookies(this.origin).session, "Strict")
  }

  /** The people who are signed in, the most recently active first. */
  async people(now: number): Promise<PresentPerson[]> {
    const sessions = await this.#surroundings.store.sessions(this.#providerName)
    return listPeople(
      sessions.filter((session) => !isOver(session, now)),
      this.#settings.roles,
    )
  }

  /** Ends all sessions of another person. */
  async signOutPerson(person: string, by: Actor): Promise<void> {
    const { store, now } = this.#surroundings
    const note = {
      experiment: null,
      at: now(),
      action: "sign-out-person",
      key: by,
      outcome: "done",
      code: null,
    } as const
    await store.removePersonSessions(person, { ...note, count: 1 })
    this.sessions.forget()
  }

  /**
   * A session counts for pages of the service alone: pages that --cors names have keys of their
   * own. A change must say where it comes from, as browsers do.
   */
  isOwnPage(method: string, origin: string | undefined, site: string | string[] | undefined): boolean {
    if (origin !== undefined) return origin === this.origin
    if (site === "same-origin") return true
    return (site === undefined || site === "none") && (method === "GET" || method === "HEAD")
  }

  get #providerName(): string {
    return hashSecret(JSON.stringify([this.#settings.issuer, this.#settings.clientId]))
  }

  #readLogin(cookieHeader: string | undefined): Login | null {
    const text = readCookie(cookieHeader, nameCookies(this.origin).login)
    return text === null || text.length > longestLogin ? null : this.#seal.open(text, this.#surroundings.now())
  }

  #clear(name: string, sameSite: "Lax" | "Strict"): string {
    return formatCookie(name, "", sameSite, 0)
  }
}

/** Ports do not matter: cookies are shared among them. */
function isSameHost(host: string, origin: string): boolean {
  const url = `http://${host}`
  return URL.canParse(url) && new URL(url).hostname === new URL(origin).hostname
}

/** Compares with a secret, in constant time for texts of its length. */
function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
