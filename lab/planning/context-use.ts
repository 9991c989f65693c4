// The question whether a context is worth it, and its answer. Apart from context-worth.ts, so that
// tasks of workers name both without a cycle of imports.

import type { DeliverySpec } from "../engines/delivery.ts"
import type { EnvironmentSpec } from "../environments/environment-spec.ts"
import type { PrivacyTarget } from "./privacy-target.ts"

/** The people with a context, the horizon, the privacy and the delivery to plan for. */
export interface ContextWorthRequest {
  /** An environment of kind "context" or "drawn-context". */
  readonly environment: EnvironmentSpec
  readonly horizon: number
  readonly privacy: PrivacyTarget
  readonly seed: number | string
  /** Rewards that come late or never; at once if left out. */
  readonly delivery?: DeliverySpec
  /** Runs of each way; 30 if left out. */
  readonly runs?: number
}

/** One way to use a context, with its regret against the best arm for each person. */
export interface ContextUse {
  readonly use: "ignore" | "split" | "share"
  readonly algorithm: string
  readonly runs: number
  readonly mean: number
  readonly low: number | null
  readonly high: number | null
}

/** The worth of a context. */
export interface ContextWorth {
  readonly horizon: number
  readonly eta: number
  readonly armCount: number
  readonly groupCount: number
  readonly uses: readonly ContextUse[]
  /** The way with the least regret. */
  readonly best: ContextUse["use"]
  /** Whether sharing surely loses less than ignoring the context; null if runs do not tell. */
  readonly isWorthIt: boolean | null
}
