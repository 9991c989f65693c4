// Which tables and indexes of a SQLite file are damaged, in words. SQLite checks all pages and
// indexes itself and reports what it finds.

import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite"

/** Small enough that checking all of it takes some tens of milliseconds. */
export const isQuickToCheck = (database: DatabaseSyncInstance): boolean =>
  (database.prepare("PRAGMA page_count").get() as { page_count: number }).page_count <= 4000

/** Null if the file is whole. `most`: findings after which to stop. */
export function findDamage(database: DatabaseSyncInstance, most = 1000): string | null {
  const whole = check(database, most)
  if (whole.lines.length === 0 && whole.error === null) return null
  try {
    const names = namesByRoot(database)
    if (whole.lines.length > 0) return describeDamage(whole.lines, names, pageNames(database, names))
    // The check itself stumbled: table by table it may tell where.
    const tables = [...new Set(names.values())].filter((name) => name.startsWith("table ")).map((name) => name.slice(6))
    const stumbling = tables.map((table) => ({ table, ...check(database, most, table) }))
    const lines = stumbling.flatMap((one) => (one.error === null ? one.lines : [`table ${one.table}`, ...one.lines]))
    return lines.length > 0
      ? describeDamage(lines, names, pageNames(database, names))
      : `the file as a whole (${whole.error})`
  } catch (error) {
    return `the file as a whole (${reason(error)})`
  }
}

/** The problems that SQLite finds, and the error that kept it from finding more. */
function check(
  database: DatabaseSyncInstance,
  most: number,
  table?: string,
): { lines: string[]; error: string | null } {
  const lines: string[] = []
  try {
    const statement = database.prepare(`PRAGMA integrity_check(${table ?? most})`)
    for (const row of statement.iterate() as Iterable<{ integrity_check: string }>)
      lines.push(...row.integrity_check.split("\n").filter((line) => line !== "ok" && !line.startsWith("***")))
    return { lines, error: null }
  } catch (error) {
    return { lines, error: reason(error) }
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export function findFileDamage(path: string): string | null {
  let database: DatabaseSyncInstance | undefined
  try {
    database = new DatabaseSync(path, { readOnly: true })
    return findDamage(database)
  } catch (error) {
    return `the file as a whole (${reason(error)})`
  } finally {
    database?.close()
  }
}

/** Tables and indexes by the page where each begins, which is how findings call them. */
function namesByRoot(database: DatabaseSyncInstance): Map<string, string> {
  const rows = database.prepare("SELECT type, name, rootpage FROM sqlite_schema WHERE rootpage > 0").all() as {
    type: string
    name: string
    rootpage: number
  }[]
  return new Map([
    ["1", "the schema"],
    ...rows.map((row): [string, string] => [`${row.rootpage}`, `${row.type} ${row.name}`]),
  ])
}

function describeDamage(
  lines: readonly string[],
  names: ReadonlyMap<string, string>,
  findPageName: NameOfPage,
): string {
  const found = new Map<string, Set<string>>()
  for (const line of lines) {
    const [, tree] = /^Tree (\d+)/.exec(line) ?? []
    const [, page] = / page (\d+)/.exec(line) ?? []
    const [, index] = / index (\S+)$/.exec(line) ?? []
    const [, table] = /^\S+ value in (\w+)\./.exec(line) ?? []
    const name =
      (tree && (names.get(tree) ?? `the tree at page ${tree}`)) ??
      (index && `index ${index}`) ??
      (table && `table ${table}`) ??
      (page && findPageName(page)) ??
      line
    const pages = found.get(name) ?? new Set<string>()
    found.set(name, pages)
    if (page !== undefined && name !== line) pages.add(page)
  }
  const parts = [...found].slice(0, 20)
  return parts.map(([name, pages]) => `${name}${pageList([...pages])}`).join(", ")
}

type NameOfPage = (page: string) => string | undefined

/** To which table or index a page belongs, where what leads to it can still be read. */
const pageNames =
  (database: DatabaseSyncInstance, names: ReadonlyMap<string, string>): NameOfPage =>
  (page) => {
    try {
      const row = database.prepare("SELECT name FROM dbstat WHERE pageno = ?").get(Number(page)) as { name?: string }
      return [...names.values()].find((name) => name.endsWith(` ${row?.name}`))
    } catch {
      return undefined
    }
  }

const pageList = (pages: readonly string[]): string =>
  pages.length === 0 ? "" : ` (page ${pages.slice(0, 5).join(", ")}${pages.length > 5 ? " and others" : ""})`
