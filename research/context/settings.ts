// The settings on which gdp-context is measured: kinds of people with a context, by rows.

import { readFileSync } from "node:fs"
import type { ContextSpec, EnvironmentSpec } from "@armistice/lab"

export interface ContextSetting {
  readonly name: string
  readonly about: string
  readonly horizon: number
  readonly environment: EnvironmentSpec
  /** The row's claim beside agreeing with the prototype. */
  readonly claim: ContextClaim
}

/**
 * "useless": one attribute without interactions, held against ignoring it. "additive": the same for
 * several attributes. "useful": held against one bandit per group. "pooled": below half of the
 * better of both. "stated": no bound is asked for.
 */
export type ContextClaim = "useless" | "additive" | "useful" | "pooled" | "stated"

export const etas = [1, 0.25, 3] as const
export const seed = 51

const drawn = (
  name: string,
  arms: number,
  levels: number,
  about: string,
  claim: ContextClaim,
  horizon = 1e5,
): ContextSetting => ({
  name: `${name} K=${arms} d=${levels}`,
  about,
  horizon,
  environment: { kind: "drawn-context", name, arms, levels },
  claim,
})

const readPeople = (file: string): ContextSpec => ({
  ...(JSON.parse(readFileSync(new URL(`./data/${file}.json`, import.meta.url), "utf8")) as ContextSpec),
  kind: "context",
})

/** The cheapest first. */
export const contextSettings: readonly ContextSetting[] = [
  drawn("small", 3, 30, "30 small levels", "useful", 15_000),
  drawn("none", 5, 5, "no effect", "useless"),
  drawn("cross", 5, 5, "each level its own best arm", "useful"),
  drawn("inter", 5, 6, "random interactions", "useful"),
  drawn("inter", 2, 2, "two arms, two levels", "useful"),
  drawn("additive", 5, 5, "levels differ, the best arm does not", "useless"),
  drawn("sparse", 3, 10, "one odd level of ten", "useful"),
  drawn("attr0", 4, 12, "three attributes, effects add up", "additive"),
  drawn("attrs", 4, 12, "three attributes that interact with arms", "pooled"),
  drawn("corr", 3, 10, "ten correlated numeric attributes", "pooled"),
  {
    name: "mushroom, eat",
    about: "eat a mushroom or not",
    horizon: 1e5,
    environment: readPeople("mushroom-eat"),
    claim: "useful",
  },
  drawn("nonlin", 3, 9, "each cell of 3×3×3 its own", "useful"),
  {
    name: "mushroom, habitat",
    about: "guess a mushroom's habitat",
    horizon: 5e4,
    environment: readPeople("mushroom-habitat"),
    claim: "pooled",
  },
  drawn("lowx", 3, 5, "rates of 1.5 and 3 %, own best arms", "stated"),
  drawn("lown", 3, 5, "rates of 1 to 2 %, no effect", "stated"),
]
