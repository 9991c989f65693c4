// Sizes that the parts of a chart share, in pixels.

export const edge = 16
export const fontSize = 12.5
export const titleSize = 16
export const lineHeight = 17
/** The piece of a curve in a legend, the gap before its name, and the line that leads from a curve's end to it. */
export const sampleWidth = 26
export const labelGap = 8
export const leaderWidth = 14
