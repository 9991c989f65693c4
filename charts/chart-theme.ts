// Colours, dashes and markers. Colours are distinct under every common colour blindness and
// contrast at least 3:1 with their background; dash and marker tell series apart in black and
// white.

/** Charts are drawn for light or for dark pages. */
export type ThemeName = "light" | "dark"

/** The colours of a chart. */
export interface ChartTheme {
  readonly background: string
  readonly text: string
  readonly muted: string
  readonly grid: string
  readonly colours: readonly string[]
}

/** Both themes, for pages that draw around a chart. */
export const chartThemes: Readonly<Record<ThemeName, ChartTheme>> = {
  light: {
    background: "#ffffff",
    text: "#1b1f24",
    muted: "#57606a",
    grid: "#e3e6ea",
    colours: ["#0a66c2", "#c44601", "#00785a", "#8f3f97", "#8a6100", "#1f2937", "#0086a8", "#c2185b"],
  },
  dark: {
    background: "#14181d",
    text: "#eef1f4",
    muted: "#a8b0ba",
    grid: "#2d343c",
    colours: ["#62b0ff", "#ff9a4d", "#34d3a0", "#dd9bea", "#e5c04b", "#e6e9ed", "#5ad8f0", "#ff8fb8"],
  },
}

/** Lengths of line and gap; the first is a full line. */
const dashes = ["", "7 4", "2 3", "10 3 2 3", "14 4", "5 2 1 2 1 2", "4 4", "1 2"] as const

const symbols = ["circle", "square", "triangle", "diamond", "times", "plus", "star", "hexagon"] as const
type MarkerSymbol = (typeof symbols)[number]

/** How one series is drawn. */
export interface SeriesStyle {
  readonly colour: string
  /** Null for points that are not joined. */
  readonly dash: string | null
  /** Null for a curve without markers. */
  readonly symbol: MarkerSymbol | null
}

/** A muted full line. */
export function chooseReferenceStyle({ muted }: ChartTheme): SeriesStyle {
  return { colour: muted, dash: "", symbol: null }
}

/** The look of series number `index`; the first 64 differ in colour, dash or marker. */
export function chooseSeriesStyle(theme: ChartTheme, index: number): SeriesStyle {
  const shift = Math.floor(index / 8)
  return {
    colour: theme.colours[index % 8],
    dash: dashes[(index + shift) % 8],
    symbol: symbols[(index + 3 * shift) % 8],
  }
}
