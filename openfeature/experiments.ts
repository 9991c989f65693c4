// What the provider must know about the experiments behind its flags: whether they fit what the application says, and the bounds that a
// tracked event without a value stands for.

import type { ArmisticeClient, ExperimentDetail } from "@armistice/client"
import type { ArmisticeOptions } from "./options.ts"
import { isRefusal } from "./refusal.ts"

/** The application and its experiments do not go together: waiting would not help. */
export class Misfit extends Error {}

export class Experiments {
  readonly #client: ArmisticeClient
  readonly #known = new Map<string, ExperimentDetail>()

  constructor(client: ArmisticeClient) {
    this.#client = client
  }

  /** Read once; what is asked for here never changes. */
  async read(id: string): Promise<ExperimentDetail> {
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const read = await this.#client.experiment(id).read()
    this.#known.set(id, read)
    return read
  }

  /** Reads all of the flags. What does not fit is a `Misfit` that says all of it; where the service is away, that is the error. */
  async check({ flags, events = {} }: ArmisticeOptions): Promise<void> {
    const ids = new Set(Object.values(flags).map(({ experiment }) => experiment))
    const [{ role, may }, ...found] = await Promise.all([this.#client.me(), ...[...ids].map((id) => this.#find(id))])
    if (!may.includes("decide")) throw new Misfit(`the key must have the role decide, got ${role}`)
    const byId = new Map([...ids].map((id, index) => [id, found[index]]))
    const problems: string[] = []
    for (const [name, flag] of Object.entries(flags)) {
      const experiment = byId.get(flag.experiment)
      if (experiment === undefined || "refused" in experiment) {
        problems.push(`the experiment of the flag ${name} must ${experiment?.refused}, got ${flag.experiment}`)
        continue
      }
      const { arms, segments, sticky, metrics } = experiment
      const tracked = Object.entries(events).filter(([, event]) => event.flag === name)
      for (const arm of arms)
        if (flag.values !== undefined && !Object.hasOwn(flag.values, arm))
          problems.push(`the flag ${name} must have a value for every arm, got none for ${arm}`)
      if ((segments !== null) !== (flag.segment !== undefined))
        problems.push(
          `the flag ${name} must ${segments === null ? "have no segment, as its experiment has none" : "say which attribute is its segment"}`,
        )
      if (tracked.length > 0 && !sticky)
        problems.push(`the experiment of the flag ${name} must be sticky, as its events are tracked by person`)
      for (const [event, { metric }] of tracked)
        if (metric !== undefined && !metrics.some((one) => one.name === metric))
          problems.push(`the event ${event} must be the reward or a metric of its experiment, got ${metric}`)
    }
    if (problems.length > 0) throw new Misfit(problems.join("; "))
  }

  /** The experiment, or what it must do and does not. */
  async #find(id: string): Promise<ExperimentDetail | { readonly refused: string }> {
    try {
      return await this.read(id)
    } catch (error) {
      if (isRefusal(error)) {
        if (error.code === "unknown_experiment") return { refused: "exist" }
        if (error.code === "forbidden") return { refused: "be one that the key is for" }
      }
      throw error
    }
  }

  /** The reward or the value of a metric that an event without a value stands for. */
  async upperBound(id: string, metric: string | undefined): Promise<number> {
    const { reward, metrics } = await this.read(id)
    return metric === undefined ? reward.max : (metrics.find(({ name }) => name === metric)?.max ?? 1)
  }
}
