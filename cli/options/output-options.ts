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

const figure = "Figures for a paper"

/** For commands whose chart may go into a paper. */
export const figureOptions = {
  pdf: {
    kind: "text",
    about: "draw the chart as PDF, without title and caption, which the paper has",
    placeholder: "file",
    heading: figure,
  },
  font: {
    kind: "text",
    about: "a TrueType or OpenType file for the PDF (Inter if left out)",
    placeholder: "file",
    heading: figure,
  },
  figureWidth: {
    kind: "number",
    min: 2,
    max: 20,
    about: "width of the PDF in inches (5 if left out)",
    heading: figure,
  },
  xLabel: { kind: "text", about: "name of the horizontal axis in every chart", placeholder: "text", heading: figure },
  yLabel: { kind: "text", about: "name of the vertical axis in every chart", placeholder: "text", heading: figure },
  names: {
    kind: "text",
    about: "names of the curves in every chart, in the order of the legend, separated by semicolons",
    placeholder: "texts",
    heading: figure,
  },
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
