// Errors of a user's own code in one sentence that names the function and the place in the file.

import { ArmisticeError } from "@armistice/core"

/** Attributes an error to the custom function that threw it, in one sentence with the place. */
export function attributeErrors<Result>(name: string, part: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const words = `${name} failed in ${part}: ${error instanceof Error ? error.message : String(error)}`
    const code = error instanceof ArmisticeError ? error.code : "invalid_parameter"
    throw new ArmisticeError(code, words + findPlace(error))
  }
}

/** " (own.mjs:12:9)": the first place of the trace in a file of the author, or else in any. */
function findPlace(error: unknown): string {
  const trace = error instanceof Error ? (error.stack ?? "") : ""
  const ours = listOurPlaces()
  const places = trace.split("\n").flatMap((line) => {
    // An address may end with the version of its file.
    const [, file, position] = /([^/\\\s()]+\.\w+)(?:\?\w+)?(:\d+:\d+)\)?$/.exec(line) ?? []
    return file === undefined ? [] : [{ place: `${file}${position}`, isOurs: ours.some((part) => line.includes(part)) }]
  })
  const found = places.find(({ isOurs }) => !isOurs) ?? places[0]
  return found === undefined ? "" : ` (${found.place})`
}

/** Places of this program, cloned or installed, and of Node. A bundle may have no address. */
function listOurPlaces(): string[] {
  const here: string | undefined = import.meta.url
  const folders = here === undefined ? [] : ["../..", "../../../core"].map((path) => new URL(path, here).pathname)
  return [...folders, "node_modules", "node:"]
}
