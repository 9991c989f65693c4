// The driver of Postgres, loaded when it is first needed: a service on a file starts without it.

export const postgresDriver = async () => (await import("pg")).default
