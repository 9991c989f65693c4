// An algorithm's report to a simulator about its next choices, so that many rounds can be simulated
// in one step. A law is a view of the state: it is valid until the state changes, its arrays may be
// the state's own, and only the lab's leap engine may write to `drawsLeft` and `best` (draws it has
// made on the algorithm's behalf).

/** These arms are chosen in turn, each `pulls` times (maybe Infinity), whatever the rewards are. */
export interface BatchLaw {
  readonly kind: "batch"
  readonly arms: readonly number[]
  readonly pulls: number
}

/** Every arm is equally likely in every round, for ever. */
export interface EvenLaw {
  readonly kind: "even"
}

/**
 * In every round each arm draws an index of its own and the largest is pulled. An arm's law stays
 * as it is until that arm has been pulled `pullsLeft[arm]` more times and its rewards were observed
 * together.
 *
 * gaussian: index = first + second · N(0, 1).
 * beta: index ~ Beta(first, second).
 *
 * With `drawsLeft`, an arm draws only while drawsLeft[arm] ≥ 1 (each round costs every such arm one
 * draw, pulled or not) and afterwards its index is best[arm], the largest of its draws since its
 * law last changed and of the value it started from.
 */
export interface DrawnLaw {
  readonly kind: "drawn"
  readonly family: "gaussian" | "beta"
  readonly first: readonly number[]
  readonly second: readonly number[]
  readonly pullsLeft: readonly number[]
  readonly drawsLeft?: number[]
  readonly best?: number[]
  /** It holds for at most this many rounds; then rewards are observed, and draws restart. */
  readonly roundsLeft?: number
  /**
   * Laws that also drift with time: writes the parameters in force in round `round` (the first
   * round is 1) into `first` and `second`. Every index must be stochastically non-decreasing in
   * `round` between two observations.
   */
  readonly drift?: (round: number, first: number[], second: number[]) => void
}

/**
 * Like DrawnLaw, but an arm's law moves with every pull of that arm, in a known way.
 * gaussian: N(sum / (count + prior), scale / (count + prior)).
 * beta: Beta(sum + 1, count - sum + 1).
 */
export interface PosteriorLaw {
  readonly kind: "posterior"
  readonly family: "gaussian" | "beta"
  readonly counts: readonly number[]
  readonly sums: readonly number[]
  readonly prior: number
  readonly scale: number
}

/** Nothing better is known than calling `choose` for one round. */
export interface PlainLaw {
  readonly kind: "plain"
}

/** An algorithm's law of its next choices. */
export type Laws = BatchLaw | EvenLaw | DrawnLaw | PosteriorLaw | PlainLaw
