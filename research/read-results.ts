// Reads a file of results, so that a measurement continues where it stopped.

import { readFileSync } from "node:fs"

/** The content of a JSON file, or `empty` if it does not exist. */
export function readResults<Content>(file: URL, empty: Content): Content {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Content
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return empty
    throw error
  }
}
