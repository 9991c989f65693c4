// Prints the result of a command.

import { exitCodes } from "../exit-codes.ts"
import { formatJson } from "./format-json.ts"

/** Prints `document` as JSON with --json, and `text` otherwise. */
export function printResult(json: boolean, document: unknown, text: string): number {
  process.stdout.write(json ? formatJson(document) : text)
  return exitCodes.done
}
