// The likely mistake in an unknown address: most often its end is missing, or one letter is wrong.

import { editDistance } from "@armistice/core/text"

const places = ["experiments", "explorer", "paper", "learn"]

/** The lengths of ids after `exp_`: random ones, and those derived from an idempotency key. */
const idLengths = [16, 22]

/** Sentences that explain the address; empty if nothing is wrong with it. */
export function explainAddress(path: string, hasKey: boolean): string[] {
  const [place = "", id = ""] = path.split("/").slice(1).map(decodePart)
  if (place === "v1") return ["Addresses under /v1 are for programs; /openapi.json lists them all."]
  if (place === "experiments" && id !== "")
    return [...explainId(id), ...(hasKey ? ["Or your key may not see it."] : [])]
  return []
}

/** The page whose address is at most two edits away. */
export function findSimilarPage(path: string): string | undefined {
  const [place = "", ...more] = path.split("/").slice(1).map(decodePart)
  const near = places.find((known) => known !== place && editDistance(known, place.toLowerCase()) <= 2)
  return near === undefined ? undefined : `/${[near, ...more].join("/").replace(/\/+$/, "")}`
}

function explainId(id: string): string[] {
  if (!id.startsWith("exp_")) return ["The id of an experiment begins with exp_; this one does not."]
  const rest = id.slice(4)
  const foreign = /[^A-Za-z0-9_-]/u.exec(rest)
  if (foreign !== null)
    return [
      `An id has only letters, digits, - and _ after exp_; this one has “${foreign[0]}”, which may belong to the text around it.`,
    ]
  if (idLengths.includes(rest.length)) return ["The id looks like one, but no experiment of this service has it."]
  const isCut = rest.length < Math.max(...idLengths)
  const why = isCut ? "its end may have been cut off" : "something may have been added to its end"
  return [`An id has ${idLengths.join(" or ")} letters after exp_; this one has ${rest.length}, so ${why}.`]
}

/** The term to search for: the last part of the address. */
export function findSearchTerm(path: string): string {
  const parts = path.split("/").filter((part) => part !== "")
  return decodePart(parts.at(-1) ?? "").slice(0, 100)
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
