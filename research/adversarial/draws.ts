// The draws that GDP-IMED is judged in: settings, folders of results, and numbers of runs.

import { adversarialSettings, type DrawnSetting, freshSettings, wideSettings } from "./draw-settings.ts"
import { type RunPlan, searchPlan } from "./measure.ts"

export interface Draw {
  readonly name: "first" | "fresh" | "wide"
  readonly settings: readonly DrawnSetting[]
  readonly folder: URL
  /** The ranges that settings are drawn from. */
  readonly ranges: string
  /** A note about these settings. */
  readonly note?: string
  readonly plan: RunPlan
  /** Measured in the order of the draw, not those of few arms and rounds first. */
  readonly isInOrder?: boolean
}

const ranges = "2 to 1,000 arms, 100 to 10⁹ rounds, η from .05 to 10"

export const draws: readonly Draw[] = [
  {
    name: "first",
    settings: adversarialSettings,
    folder: new URL("./results/", import.meta.url),
    ranges,
    note: "GDP-IMED's rule for best means near 1 was chosen later, with two of these settings in sight; its rows at η above 4 are of that rule.",
    plan: searchPlan,
  },
  {
    name: "fresh",
    settings: freshSettings,
    folder: new URL("./fresh/results/", import.meta.url),
    ranges,
    note: "They were drawn by a seed that was used once, after the constants of GDP-IMED were chosen with the other 440 in sight. Its rule for best means near 1 was chosen\nlater, without them; its rows at η above 4 are of that rule.",
    plan: searchPlan,
  },
  {
    name: "wide",
    settings: wideSettings,
    folder: new URL("./wide/results/", import.meta.url),
    ranges: "2 to 300 arms, 100 to 10⁷ rounds, η from .03 to 20",
    note: `They were drawn after every rule and constant of GDP-IMED was fixed, by a seed that was used once, and nothing was changed after they were measured.
In every fourth setting rewards come late (mean delays up to a quarter of the rounds) or never (up to 60 % of decisions), within at most 10⁵ rounds.`,
    plan: { ...searchPlan, slowMs: 1200, contenderMs: 8000, longHorizon: 3000 },
    isInOrder: true,
  },
]
