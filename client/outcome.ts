// What came of a decision: its reward, values of the experiment's metrics, or both.

export interface Outcome {
  readonly value?: number
  readonly metrics?: Readonly<Record<string, number>>
}

/** A number alone is the reward. */
export const outcomeOf = (given: number | Outcome): Outcome => (typeof given === "number" ? { value: given } : given)
