// Long lines of a state (live/state-text.ts) are rows of their own, named by their hash. A state
// with context has some hundred kilobytes of them. A decision changes none and an answer those of
// one arm: only these are written, and a replica reads only those that it has not seen.

import * as crypto from "node:crypto"
import { ServiceError } from "../../service-error.ts"
import type { SqlStatement } from "../shared-sql.ts"

/** By hash. */
export type StateTexts = ReadonlyMap<string, string>

/** Shorter lines stay where they are, and so does the first, which changes with every decision. */
const longLine = 1024
const reference = "text "

export const noTexts: StateTexts = new Map()

/** A state as its head has it, and the texts it refers to. */
export interface SplitState {
  readonly state: string
  readonly texts: StateTexts
}

/** `known`: texts that were hashed before. */
export function splitState(lines: readonly string[], known: StateTexts = noTexts): SplitState {
  if (lines.length === 1) return { state: lines[0] as string, texts: noTexts }
  const hashes = new Map([...known].map(([hash, text]) => [text, hash]))
  const texts = new Map<string, string>()
  const kept = lines.map((line, number) => {
    if (number === 0 || line.length < longLine) return line
    const hash = hashes.get(line) ?? crypto.hash("sha256", line, "base64url")
    texts.set(hash, line)
    return reference + hash
  })
  return { state: kept.join("\n"), texts }
}

/** The state again, and the texts of those given that it refers to. */
export function joinState(state: string, given: StateTexts): { readonly whole: string; readonly texts: StateTexts } {
  const texts = new Map<string, string>()
  const lines = state.split("\n").map((line) => {
    if (!line.startsWith(reference)) return line
    const hash = line.slice(reference.length)
    const text = given.get(hash)
    if (text === undefined)
      throw new ServiceError(
        "store_damaged",
        "a part of an experiment's state is missing: restore a backup (docs/operations.md)",
      )
    texts.set(hash, text)
    return text
  })
  return { whole: lines.join("\n"), texts }
}

/** By hash, all texts of a head `h` but the `known` ones (SQL for an array); null: none. */
export const selectStateTexts = (known: string): string =>
  `(SELECT json_object_agg(t.hash, t.body) FROM armistice.state_texts t
    WHERE t.experiment = h.experiment AND t.hash <> ALL(${known})) AS state_texts`

/**
 * The known hashes of the head's own experiment, given the experiment of each hash: another one may
 * have the same text without the replica having read it there.
 */
export const selectKnownHashes = (experiments: string, hashes: string): string =>
  `ARRAY(SELECT k.hash FROM unnest(${experiments}::integer[], ${hashes}::text[]) AS k (experiment, hash)
    WHERE k.experiment = h.experiment)`

/** Statements that change an experiment's rows from one state to another. */
export function textStatements(experiment: number, before: StateTexts, after: StateTexts): SqlStatement[] {
  const added = [...after].filter(([hash]) => !before.has(hash))
  const removed = [...before.keys()].filter((hash) => !after.has(hash))
  const insert = {
    text: "INSERT INTO armistice.state_texts SELECT $1, * FROM unnest($2::text[], $3::text[]) ON CONFLICT DO NOTHING",
    values: [experiment, added.map(([hash]) => hash), added.map(([, body]) => body)],
  }
  const remove = {
    text: "DELETE FROM armistice.state_texts WHERE experiment = $1 AND hash = ANY($2::text[])",
    values: [experiment, removed],
  }
  return [...(added.length === 0 ? [] : [insert]), ...(removed.length === 0 ? [] : [remove])]
}

/** The same where nothing is known of the rows that are there. */
export const replaceTexts = (experiment: number, texts: StateTexts): SqlStatement[] =>
  texts.size === 0
    ? []
    : [
        {
          text: "DELETE FROM armistice.state_texts WHERE experiment = $1 AND hash <> ALL($2::text[])",
          values: [experiment, [...texts.keys()]],
        },
        ...textStatements(experiment, noTexts, texts),
      ]
