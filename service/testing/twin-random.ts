// Chance for two services that must release the same: the first draws and writes down what it gave,
// the second gets the same values, and the same releases whatever its sums are. Asking for other
// draws than the first service did is an error.

import {
  computeCarriedSum,
  convertStepsToNumber,
  type HiddenSum,
  type ResidualPlan,
  type ResidualRelease,
  type SecureRandom,
} from "@armistice/core"
import { GivenRandom, WatchedRandom } from "@armistice/core/sampling"

type Draw = number | { readonly steps: string }

export class FirstTwinRandom extends WatchedRandom<SecureRandom> implements SecureRandom {
  readonly kind = "secure"
  readonly draws: Draw[] = []

  override residual(hidden: HiddenSum, joined: number, plan: ResidualPlan): ResidualRelease {
    const release = this.inner.residual(hidden, joined, plan)
    this.draws.push({ steps: release.steps as string })
    return release
  }

  protected override saw(value: number): number {
    this.draws.push(value)
    return value
  }
}

export class SecondTwinRandom extends GivenRandom implements SecureRandom {
  readonly kind = "secure"
  readonly #draws: readonly Draw[]
  #next = 0

  constructor(first: FirstTwinRandom) {
    super()
    this.#draws = first.draws
  }

  override residual(hidden: HiddenSum, joined: number, plan: ResidualPlan): ResidualRelease {
    const draw = this.#take()
    if (typeof draw === "number") throw new Error("the twins draw differently: a release where the first had none")
    const { steps } = draw
    return { released: convertStepsToNumber(BigInt(steps)), hidden: computeCarriedSum(hidden, joined, plan), steps }
  }

  protected override give(): number {
    const draw = this.#take()
    if (typeof draw !== "number") throw new Error("the twins draw differently: no release where the first had one")
    return draw
  }

  #take(): Draw {
    const draw = this.#draws[this.#next]
    if (draw === undefined) throw new Error("the twins draw differently: more draws than the first had so far")
    this.#next += 1
    return draw
  }
}
