// The kinds of rewards: those of the laboratory that are given by means. Continuous ones are on a
// lattice, which makes long horizons as fast as for yes or no.

import type { EnvironmentSpec } from "@armistice/lab"

export const rewardKinds = ["bernoulli", "beta", "truncated-gaussian", "truncated-exponential"] as const
export type RewardKind = (typeof rewardKinds)[number]

export const rewardLabels: Readonly<Record<RewardKind, string>> = {
  bernoulli: "yes or no (Bernoulli)",
  beta: "a share from 0 to 1 (Beta)",
  "truncated-gaussian": "a score around a middle (Gaussian, cut to 0 to 1)",
  "truncated-exponential": "mostly small, seldom large (exponential, cut to 0 to 1)",
}

const lattice = 64
const shapes = {
  bernoulli: {},
  beta: { concentration: 4, lattice },
  "truncated-gaussian": { deviation: 0.25, lattice },
  "truncated-exponential": { lattice },
} as const satisfies Record<RewardKind, object>

export const isRewardKind = (text: string | null): text is RewardKind => rewardKinds.some((kind) => kind === text)

/** Only yes or no rewards may have a mean of 0 or 1. */
export const findMeanRange = (kind: RewardKind): readonly [number, number] =>
  kind === "bernoulli" ? [0, 1] : [0.01, 0.99]

export const buildEnvironment = (kind: RewardKind, means: readonly number[]): EnvironmentSpec => ({
  kind,
  means,
  ...shapes[kind],
})

/** The flags of the command for the same arms. */
export function formatEnvironmentFlags(kind: RewardKind, means: readonly number[]): string {
  const shape = Object.entries(shapes[kind]).map(([name, value]) => ` --${name} ${value}`)
  return `${kind === "bernoulli" ? "" : `--environment ${kind} `}--means ${means.join(",")}${shape.join("")}`
}
