// A chart as plain JSON: what is drawn, in which units, and what there is to see.

/** One chart: two axes and the curves between them. */
export interface ChartSpec {
  readonly title: string
  /** One or two sentences that say what the chart shows. */
  readonly caption: string
  readonly x: AxisSpec
  readonly y: AxisSpec
  readonly series: readonly SeriesSpec[]
  /** "top" where curves end in one place, so that names beside their ends would say nothing. */
  readonly legend?: "ends" | "top"
}

/** One axis. */
export interface AxisSpec {
  readonly label: string
  /** Shown after the label in parentheses. */
  readonly unit?: string
  readonly scale: "linear" | "log"
  /** Ends of the axis; those of the data, with a little room, if left out. */
  readonly from?: number
  readonly to?: number
}

/** One curve, or points that are not joined. */
export interface SeriesSpec {
  readonly name: string
  /** In the order of x. On a logarithmic axis, points that are not above 0 are left out. */
  readonly points: readonly PointSpec[]
  /** How the interval from `low` to `high` is shown: a band for a curve, bars for a few points. */
  readonly interval?: "band" | "bars"
  /** Markers at every point, or at a few, which is enough to tell curves apart without colour. */
  readonly markers: "every" | "some" | "none"
  /** How points are joined: "straight" by default, "step" for values that hold until a change. */
  readonly line?: "straight" | "step" | "none"
  /** The number of its colour, dash and marker; its position if left out. */
  readonly look?: number
  /** Something to compare with, drawn muted. */
  readonly isReference?: boolean
}

/** One point, with the ends of its interval where it has one. */
export interface PointSpec {
  readonly x: number
  readonly y: number
  readonly low?: number
  readonly high?: number
}
