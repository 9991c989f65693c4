// Parses recorded rewards: CSV (one column per arm, with or without names) or NDJSON (one field per
// arm). Messages give the place of a bad reward, never the reward.

import { invalidParameter } from "../check-parameters.ts"

/** Recorded rewards, a column for each arm. */
export interface RewardTable {
  readonly names: readonly string[]
  /** One list of rewards in [0, 1] per arm, all equally long. */
  readonly rewards: readonly (readonly number[])[]
}

export type RewardTableFormat = "csv" | "ndjson"

/** Reads a table of recorded rewards from CSV or NDJSON. */
export function readRewardTable(text: string, format: RewardTableFormat): RewardTable {
  return format === "csv" ? readCsv(splitLines(text)) : readNdjson(splitLines(text))
}

/** Lines that say something, with their numbers. */
export const splitLines = (text: string): TextLine[] =>
  text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== "")

export interface TextLine {
  readonly line: string
  readonly number: number
}

function readCsv(lines: readonly TextLine[]): RewardTable {
  const rows = lines.map(({ line, number }) => ({ cells: splitCsv(line, number), number }))
  const first = rows[0]?.cells ?? []
  const isHeader = first.some((cell) => readNumber(cell) === null)
  const names = isHeader ? first : first.map((_, arm) => `arm ${arm}`)
  const body = (isHeader ? rows.slice(1) : rows).map(({ cells, number }) => {
    checkWidth(number, cells.length, names.length)
    return { values: cells.map(readNumber), number }
  })
  return createTable(names, body)
}

/** Cells of one line; a quoted cell may hold commas and doubled quotes. */
export function splitCsv(line: string, number: number): string[] {
  const cells: string[] = []
  const cell = /\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(,|$)/y
  while (cell.lastIndex < line.length || cells.length === 0) {
    const match = cell.exec(line)
    if (match === null) throw invalidParameter(`line ${number} has a quote in the wrong place`)
    cells.push(match[1] === undefined ? match[2].trim() : match[1].replaceAll('""', '"'))
    if (match[3] === "") return cells
  }
  // The line ended with a comma: one more, empty cell.
  return [...cells, ""]
}

export function readNumber(cell: string): number | null {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(cell) ? Number(cell) : null
}

function readNdjson(lines: readonly TextLine[]): RewardTable {
  let names: string[] | undefined
  const rows = lines.map(({ line, number }) => {
    const row = parseLine(line, number)
    const keys = Object.keys(row)
    names ??= Array.isArray(row) ? keys.map((key) => `arm ${key}`) : keys
    const fields: readonly string[] = Array.isArray(row) ? names.map((_, arm) => String(arm)) : names
    checkWidth(number, keys.length, fields.length)
    const values = fields.map((field) => {
      if (!Object.hasOwn(row, field))
        throw invalidParameter(`line ${number} must have the field ${JSON.stringify(field)}`)
      return (row as Record<string, unknown>)[field]
    })
    return { values, number }
  })
  return createTable(names ?? [], rows)
}

export function parseLine(line: string, number: number): object {
  let got = "text that is not JSON"
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row === "object" && row !== null) return row
    got = row === null ? "null" : `a ${typeof row}`
  } catch {
    // Said below: the parser's own message would quote the line.
  }
  throw invalidParameter(`line ${number} must be a JSON object or array, got ${got}`)
}

function createTable(
  names: readonly string[],
  rows: readonly { values: readonly unknown[]; number: number }[],
): RewardTable {
  if (rows.length === 0) throw invalidParameter("recorded rewards must have at least one row, got none")
  if (names.length < 2) throw invalidParameter(`recorded rewards must have at least two arms, got ${names.length}`)
  const repeated = names.find((name, arm) => names.indexOf(name) !== arm)
  if (repeated !== undefined)
    throw invalidParameter(`arms must have different names, got ${JSON.stringify(repeated)} twice`)
  const rewards = names.map((name, arm) =>
    rows.map(({ values, number }) => {
      const value = values[arm]
      if (typeof value === "number" && value >= 0 && value <= 1) return value
      const got = typeof value === "number" ? "a number that is not" : "no number"
      throw invalidParameter(`line ${number} must have a number in [0, 1] for ${JSON.stringify(name)}, got ${got}`)
    }),
  )
  return { names, rewards }
}

function checkWidth(number: number, got: number, wanted: number): void {
  if (got !== wanted) throw invalidParameter(`line ${number} must have ${wanted} values, one per arm, got ${got}`)
}
