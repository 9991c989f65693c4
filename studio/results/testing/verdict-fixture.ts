// An experiment with three reminders, and the text of verdicts on it.

import type { VerdictContext } from "../verdict-parts.ts"
import { plainText, writeVerdict } from "../verdict-text.ts"
import { type Figures, makeGroup } from "./make-group.ts"

export const context: VerdictContext = {
  detail: {
    reward: { min: 0, max: 1 },
    control: "Plain reminder",
    subject: { cap: 1, eta: 1, kind: "gdp" } as never,
    learning: "on",
    population: null,
    arrivals: "public",
    missing: 0,
    horizon: 20_000,
    stopped: [],
    harmSeen: false,
    onHarm: "notify",
    rewardWindowSeconds: 21 * 86_400,
    metrics: [
      { name: "complaints", min: 0, max: 1, eta: 0.5, worse: "higher", default: 0, windowSeconds: 60, margin: 0.005 },
      { name: "stars", min: 0, max: 5, eta: 0.5, worse: "lower", default: 0, windowSeconds: 60, margin: 0 },
    ],
  },
  level: 0.95,
  isOver: false,
  status: "running",
}
export const over: VerdictContext = { ...context, isOver: true, status: "finished" }
export const archived: VerdictContext = { ...over, status: "archived" }

export const friendly: Figures = { mean: 0.542, low: 0.526, high: 0.558, chance: 0.9961, people: 8912 }
export const short: Figures = { mean: 0.459, low: 0.423, high: 0.495, chance: 0.003, people: 2604 }
export const plain: Figures = { mean: 0.398, low: 0.34, high: 0.456, chance: 0.001, people: 964 }
export const options = { "Friendly reminder": friendly, "Short reminder": short, "Plain reminder": plain }
export const differences = { "Short reminder": [0.083, 0.031, 0.135], "Plain reminder": [0.144, 0.08, 0.21] } as const

export const readVerdict = (group: Parameters<typeof makeGroup>[0], given = context) =>
  plainText(writeVerdict(makeGroup(group), given)).replaceAll("\u00a0", " ")
