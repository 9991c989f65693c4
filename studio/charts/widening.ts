// Charts are laid out for Inter. Where the page has only a wider font, their text is set smaller by as much, so that labels
// neither touch each other nor leave the picture.

const sample = "Regret of each method over time, at equal privacy: η = 2.5, 95% of runs"
/** What @armistice/charts takes the sample's width for, in font sizes. */
const widthInInter = 33.87
const family = "Inter, system-ui, sans-serif"

let ratio: number | null = null

/** How much wider the font of this page is; 1 if it is not. */
export function widening(): number {
  if (ratio !== null) return ratio
  const pen = document.createElement("canvas").getContext("2d")
  if (pen === null) return 1
  pen.font = `100px ${family}`
  ratio = Math.max(1, pen.measureText(sample).width / (100 * widthInInter))
  return ratio
}
