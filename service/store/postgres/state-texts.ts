// Long texts inside a state are rows of their own, named by their hash. A state with context has
// some hundred kilobytes of matrices, of which a release changes one arm's: only that is written,
// and a replica reads only what it has not seen.

import * as crypto from "node:crypto"
import type { SqlStatement } from "./sql-statement.ts"

/** By hash. */
export type StateTexts = ReadonlyMap<string, string>

/**
 * Shorter ones stay where they are. Algorithms write them in base64, so that none has characters
 * that JSON escapes.
 */
const longText = /:"([A-Za-z0-9+/=]{1024,})"/g
/** A value and never a key: names of segments are keys. */
const reference = /:"text ([A-Za-z0-9_-]{43})"/g

export const noTexts: StateTexts = new Map()

/** A state as its head has it, and the texts it refers to. */
export interface SplitState {
  readonly state: string
  readonly texts: StateTexts
}

/** `known`: texts that were hashed before. */
export function splitState(whole: string, known: StateTexts = noTexts): SplitState {
  if (whole.length < 1024) return { state: whole, texts: noTexts }
  const hashes = new Map([...known].map(([hash, text]) => [text, hash]))
  const texts = new Map<string, string>()
  const state = whole.replace(longText, (_, text: string) => {
    const hash = hashes.get(text) ?? crypto.hash("sha256", text, "base64url")
    texts.set(hash, text)
    return `:"text ${hash}"`
  })
  return { state, texts }
}

/** The state again, and the texts of those given that it refers to. */
export function joinState(state: string, given: StateTexts): { readonly whole: string; readonly texts: StateTexts } {
  const texts = new Map<string, string>()
  const whole = state.replace(reference, (_, hash: string) => {
    const text = given.get(hash)
    if (text === undefined) throw new Error(`the state's text ${hash} is missing`)
    texts.set(hash, text)
    return `:"${text}"`
  })
  return { whole, texts }
}

/**
 * All texts of the experiment of a head `h` but those in `known` (a parameter), by hash; null:
 * there are none.
 */
export const textsOfHead = (known: string): string =>
  `(SELECT json_object_agg(t.hash, t.body) FROM armistice.state_texts t
    WHERE t.experiment = h.experiment AND t.hash <> ALL(${known}::text[])) AS state_texts`

/**
 * The statements that change the rows of an experiment from those of one state to those of another.
 */
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
