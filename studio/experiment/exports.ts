// The files that can be downloaded from an experiment. They are fetched with this tab's key, which
// a plain link would not send.

import { saveFile } from "../charts/save-file.ts"
import type { MenuItem } from "../controls/menu.tsx"
import { readKey } from "../experiments/connection.ts"

interface Export {
  readonly label: string
  readonly hint: string
  /** Appended to the address of the experiment. */
  readonly path: string
  readonly file: string
}

const files: readonly Export[] = [
  { label: "Results, CSV", hint: "one line for each option", path: "/results?format=csv", file: "results.csv" },
  { label: "Results, JSON", hint: "the same for programs", path: "/results", file: "results.json" },
  {
    label: "Decisions, CSV",
    hint: "who was given what and when, without names",
    path: "/export?record=decisions&format=csv",
    file: "decisions.csv",
  },
  {
    label: "Ledger, CSV",
    hint: "everything that was ever published",
    path: "/export?record=ledger&format=csv",
    file: "ledger.csv",
  },
  {
    label: "Ledger, NDJSON",
    hint: "for “armistice ledger verify”",
    path: "/export?record=ledger&format=ndjson",
    file: "ledger.ndjson",
  },
  {
    label: "Privacy statement",
    hint: "a page to print, for a review board",
    path: "/statement?format=html",
    file: "privacy.html",
  },
]

export const exportItems = (id: string, say: (problem: string | null) => void): MenuItem[] =>
  files.map(({ label, hint, path, file }) => ({
    label,
    hint,
    choose: () => {
      say(null)
      void download(id, path, file).then(say)
    },
  }))

/** Gives a sentence where the download fails. */
export async function download(id: string, path: string, file: string): Promise<string | null> {
  const key = readKey()
  try {
    const answer = await fetch(`/v1/experiments/${encodeURIComponent(id)}${path}`, {
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
    })
    if (!answer.ok) return `The service did not give the file (${answer.status}). Try again.`
    saveFile(`${id}-${file}`, await answer.blob())
    return null
  } catch {
    return "The service does not answer just now, so there is no file. Try again when it is back."
  }
}
