// Reads recorded rewards from a file. Node only.

import { readFile } from "node:fs/promises"
import { invalidParameter } from "../check-parameters.ts"
import { type RewardTable, type RewardTableFormat, readRewardTable } from "./reward-table.ts"

const formats: Readonly<Record<string, RewardTableFormat>> = { csv: "csv", ndjson: "ndjson", jsonl: "ndjson" }

/** The table in a file whose name ends in .csv, .ndjson or .jsonl. */
export async function readRewardFile(path: string): Promise<RewardTable> {
  const { text, format } = await readRecording(path)
  return readRewardTable(text, format)
}

/** Recorded rewards, as text. */
export async function readRecording(path: string): Promise<{ text: string; format: RewardTableFormat }> {
  const format = formats[path.slice(path.lastIndexOf(".") + 1).toLowerCase()]
  if (format === undefined)
    throw invalidParameter(`recorded rewards must be a .csv, .ndjson or .jsonl file, got ${path}`)
  return { text: await readText(path), format }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw invalidParameter(`recorded rewards must be in a readable file, got ${path} (${code})`)
  }
}
