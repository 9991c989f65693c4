// Results that are remembered for the points of people. Points that a number can tell apart come
// again and again; of all others, which hardly ever do, the last one is enough.

import type { ContextPlan, ContextPoint } from "./context-plan.ts"

const mostPoints = 1024

export class PointMemory<Known> {
  readonly #byKey = new Map<number, Known>()
  #lastPoint: ContextPoint | null = null
  #last: Known | undefined

  find(plan: ContextPlan, point: ContextPoint): Known | undefined {
    if (this.#lastPoint === point) return this.#last
    const key = plan.findKey(point)
    return key === null ? undefined : this.#byKey.get(key)
  }

  remember(plan: ContextPlan, point: ContextPoint, known: Known): void {
    const key = plan.findKey(point)
    if (key === null) {
      this.#lastPoint = point
      this.#last = known
      return
    }
    if (this.#byKey.size >= mostPoints && !this.#byKey.has(key)) this.#byKey.clear()
    this.#byKey.set(key, known)
  }

  forget(): void {
    this.#byKey.clear()
    this.#lastPoint = null
    this.#last = undefined
  }
}
