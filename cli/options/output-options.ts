// Options for output: JSON instead of text, and files.

import { number, type OptionSpecs, text } from "./option-spec.ts"

const heading = "Output"

/** For commands whose results are neither a table nor a chart. */
export const jsonOption = {
  json: { kind: "switch", about: "print one JSON document and nothing else", heading },
} as const satisfies OptionSpecs

export const outputOptions = {
  ...jsonOption,
  csv: text("write the results as a table", "file", heading),
  svg: text("draw a chart", "file", heading),
  png: text("draw the same chart as an image of pixels", "file", heading),
} as const satisfies OptionSpecs

const figure = "Figures for a paper"

/** For commands whose chart may go into a paper. */
export const figureOptions = {
  pdf: text("draw the chart as PDF, without title and caption, which the paper has", "file", figure),
  font: text("a TrueType or OpenType file for the PDF (Inter if left out)", "file", figure),
  figureWidth: number(2, 20, "width of the PDF in inches (5 if left out)", { heading: figure }),
  xLabel: text("name of the horizontal axis in every chart", "text", figure),
  yLabel: text("name of the vertical axis in every chart", "text", figure),
  names: text(
    "names of the curves in every chart, in the order of the legend, separated by semicolons",
    "texts",
    figure,
  ),
} as const satisfies OptionSpecs

/** For tables of simulations. */
export const latexOption = {
  latex: text("write the summary as a LaTeX table (booktabs)", "file", heading),
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
