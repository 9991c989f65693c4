// A chart as plain JSON. @armistice/charts declares the same type, without importing this.

/** A chart as plain JSON. */
export interface ChartSpec {
  readonly title: string
  /** The chart's message, in one or two sentences. */
  readonly caption: string
  readonly x: AxisSpec
  readonly y: AxisSpec
  readonly series: readonly SeriesSpec[]
  /** "top" where curves end in one place, so that names beside their ends would say nothing. */
  readonly legend?: "ends" | "top"
}

/** One axis of a chart. */
export interface AxisSpec {
  readonly label: string
  /** Shown after the label in parentheses. */
  readonly unit?: string
  readonly scale: "linear" | "log"
  /** Ends of the axis; those of the data, with a little room, if left out. */
  readonly from?: number
  readonly to?: number
}

/** One curve, or one set of points. */
export interface SeriesSpec {
  readonly name: string
  /** In the order of x. On a logarithmic axis, points that are not above 0 are left out. */
  readonly points: readonly PointSpec[]
  /** How the interval from `low` to `high` is shown: a band for a curve, bars for a few points. */
  readonly interval?: "band" | "bars"
  /** Markers at every point, or at a few, which is enough to tell curves apart without colour. */
  readonly markers: "every" | "some" | "none"
  /** The line between points: "straight" if left out, "step" for values that hold for a while. */
  readonly line?: "straight" | "step" | "none"
  /** The number of its colour, dash and marker; its place among the series if left out. */
  readonly look?: number
  /** Something to compare with, drawn muted. */
  readonly isReference?: boolean
}

/** One point of a series, with the interval around it. */
export interface PointSpec {
  readonly x: number
  readonly y: number
  readonly low?: number
  readonly high?: number
}
