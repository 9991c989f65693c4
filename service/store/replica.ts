// A replica of a store: the process itself, and its row as lists have it.

/** A process that serves a store. */
export interface Replica {
  readonly id: string
  readonly host: string
  readonly process: number
  /** The version of its program. */
  readonly version: string
  /** How often it renews its row. */
  readonly beatMs: number
}

/** A replica as the store knows it. Times are the server's, in milliseconds. */
export interface ListedReplica extends Omit<Replica, "beatMs"> {
  /** The format version of the tables up to which its program knows them. */
  readonly format: number
  readonly since: number
  readonly seenAt: number
  /** False once it has missed its heartbeats. */
  readonly isRunning: boolean
}
