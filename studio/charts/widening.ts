// Charts are laid out for Inter. If the page falls back to a wider font, chart text is made smaller
// to fit.

const sample = "Regret of each method over time, at equal privacy: η = 2.5, 95% of runs"
/** The width that @armistice/charts assumes for the sample, in font sizes. */
const widthInInter = 33.87
const family = "Inter, system-ui, sans-serif"

let ratio: number | null = null

/** How much wider the font of this page is than Inter; at least 1. */
export function widening(): number {
  if (ratio !== null) return ratio
  const pen = document.createElement("canvas").getContext("2d")
  if (pen === null) return 1
  pen.font = `100px ${family}`
  ratio = Math.max(1, pen.measureText(sample).width / (100 * widthInInter))
  return ratio
}
