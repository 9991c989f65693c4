/** A decision's outcome: its reward, values of the experiment's metrics, or both. */
export interface RewardValues {
  readonly value?: number
  readonly metrics?: Readonly<Record<string, number>>
}

/** How a reward is sent. */
export interface RewardOptions {
  /** The request completes even if the page is closed meanwhile. */
  readonly keepalive?: boolean
}

/** A number alone is the reward. */
export const toRewardValues = (given: number | RewardValues): RewardValues =>
  typeof given === "number" ? { value: given } : given
