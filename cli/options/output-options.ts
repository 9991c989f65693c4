// Options for output: JSON instead of text, and files.

import type { OptionSpecs } from "./option-spec.ts"
import { text } from "./option-spec.ts"

const heading = "Output"

/** For commands whose results are neither a table nor a chart. */
export const jsonOption = {
  json: { kind: "switch", about: "print one JSON document and nothing else", heading },
} as const satisfies OptionSpecs

export const outputOptions = {
  ...jsonOption,
  csv: { kind: "text", about: "write the results as a table", placeholder: "file", heading },
  svg: { kind: "text", about: "draw a chart", placeholder: "file", heading },
  png: { kind: "text", about: "draw the same chart as an image of pixels", placeholder: "file", heading },
} as const satisfies OptionSpecs

/** For tables of simulations. */
export const latexOption = {
  latex: { kind: "text", about: "write the summary as a LaTeX table (booktabs)", placeholder: "file", heading },
} as const satisfies OptionSpecs

/** For curves of many runs. */
export const bandOption = {
  band: {
    kind: "choice",
    values: ["runs", "ci"],
    about: "what bands in charts hold: the middle 90 % of runs, or the 95 % interval of the mean (for many curves)",
    heading,
  },
} as const satisfies OptionSpecs

/** The option of the laboratory's charts. */
export const readBand = (band: "runs" | "ci" | undefined) =>
  band === undefined ? {} : { band: band === "ci" ? ("mean" as const) : band }

export const configOption = {
  config: text("read options from a JSON file, by their names in camelCase; flags win over it", "file"),
} as const satisfies OptionSpecs
