// Parses a log of decisions: CSV or NDJSON with arm, reward and, where known, propensity (the
// chance of that arm). Messages give the place of a bad value, never a reward.

import { invalidParameter } from "../check-parameters.ts"
import {
  parseLine,
  type RewardTableFormat,
  readNumber,
  splitCsv,
  splitLines,
  type TextLine,
} from "../environments/reward-table.ts"

/** A log of decisions and their rewards. */
export interface RecordedLog {
  /** Names of the arms, in the order they first come. */
  readonly names: readonly string[]
  /** For each event the number of its arm, its reward in [0, 1], and the chance its arm had. */
  readonly arms: Int32Array
  readonly rewards: Float64Array
  readonly propensities: Float64Array
  /** Without propensities, arms count as drawn at random with their shares in the log. */
  readonly areGiven: boolean
}

const columns = ["arm", "reward", "propensity"] as const
type Cells = Readonly<Partial<Record<(typeof columns)[number], unknown>>>

/** Whether a text is a log, and not a table with a column for each arm. */
export function isLog(text: string, format: RewardTableFormat): boolean {
  const [first] = splitLines(text)
  if (first === undefined) return false
  const names = format === "csv" ? splitCsv(first.line, first.number) : Object.keys(parseLine(first.line, first.number))
  return names.includes("arm") && names.includes("reward")
}

/** Reads a log of decisions from CSV or NDJSON. */
export function readLog(text: string, format: RewardTableFormat): RecordedLog {
  const lines = splitLines(text)
  const events =
    format === "csv" ? csvEvents(lines) : lines.map((one) => ({ ...one, cells: parseLine(one.line, one.number) }))
  if (events.length === 0) throw invalidParameter("a log must have at least one event, got none")
  const numbers = new Map<string, number>()
  const arms = new Int32Array(events.length)
  const rewards = new Float64Array(events.length)
  const propensities = new Float64Array(events.length)
  const areGiven = "propensity" in (events[0]?.cells ?? {})
  for (const [index, { cells, number }] of events.entries()) {
    const { arm, reward, propensity } = cells as Cells
    if ((typeof arm !== "string" && typeof arm !== "number") || arm === "")
      throw invalidParameter(`line ${number} has no arm`)
    const name = String(arm)
    if (!numbers.has(name)) numbers.set(name, numbers.size)
    arms[index] = numbers.get(name) ?? 0
    if (!(typeof reward === "number" && reward >= 0 && reward <= 1))
      throw invalidParameter(
        `line ${number} must have a reward in [0, 1], got ${typeof reward === "number" ? "a number that is not" : "no number"}`,
      )
    rewards[index] = reward
    if (!areGiven) continue
    if (!(typeof propensity === "number" && propensity > 0 && propensity <= 1))
      throw invalidParameter(
        `line ${number} must have a propensity in (0, 1], got ${typeof propensity === "number" ? propensity : "no number"}`,
      )
    propensities[index] = propensity
  }
  if (numbers.size < 2) throw invalidParameter(`a log must have at least two arms, got ${numbers.size}`)
  if (!areGiven) fillShares(arms, propensities, numbers.size)
  return { names: [...numbers.keys()], arms, rewards, propensities, areGiven }
}

function csvEvents(lines: readonly TextLine[]) {
  const [head, ...rest] = lines
  const names = head === undefined ? [] : splitCsv(head.line, head.number)
  return rest.map(({ line, number }) => {
    const values = splitCsv(line, number)
    if (values.length !== names.length)
      throw invalidParameter(`line ${number} must have ${names.length} values, got ${values.length}`)
    const cells = Object.fromEntries(
      names.map((name, index) => [
        name,
        name === "arm" ? values[index] : (readNumber(values[index] ?? "") ?? values[index]),
      ]),
    )
    return { cells, number }
  })
}

function fillShares(arms: Int32Array, propensities: Float64Array, armCount: number): void {
  const counts = new Float64Array(armCount)
  for (const arm of arms) counts[arm] += 1
  for (const [index, arm] of arms.entries()) propensities[index] = counts[arm] / arms.length
}
