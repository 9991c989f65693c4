// The experiments behind the flags: whether they fit the options, and the bounds of their rewards.

import type { ArmisticeClient, ExperimentDetail } from "@armistice/client"
import { isRefusal } from "./is-refusal.ts"
import type { ArmisticeOptions } from "./options.ts"
import type { DeclaredAttributes } from "./resolution.ts"

/** The options do not fit the experiments. Waiting would not help. */
export class ConfigurationError extends Error {}

export class ExperimentCatalogue {
  readonly #client: ArmisticeClient
  readonly #known = new Map<string, ExperimentDetail>()

  constructor(client: ArmisticeClient) {
    this.#client = client
  }

  /** Read once: the fields used here never change. */
  async read(id: string): Promise<ExperimentDetail> {
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const read = await this.#client.experiment(id).read()
    this.#known.set(id, read)
    return read
  }

  isKnown(id: string): boolean {
    return this.#known.has(id)
  }

  /** Whether evaluations of a page only assign arms, once the experiment was read. */
  isInBulk(id: string): boolean {
    return this.#known.get(id)?.bulk === true
  }

  /** The attributes that an experiment declares, once it was read; undefined: it has no context. */
  findAttributes(id: string): DeclaredAttributes | undefined {
    return this.#known.get(id)?.context?.attributes
  }

  /** Throws a `ConfigurationError` that names all mismatches; other errors mean an outage. */
  async check({ flags, events = {} }: ArmisticeOptions): Promise<void> {
    const ids = new Set(Object.values(flags).map(({ experiment }) => experiment))
    const [{ role, may }, ...found] = await Promise.all([this.#client.me(), ...[...ids].map((id) => this.#find(id))])
    if (!may.includes("decide")) throw new ConfigurationError(`the key must have the role decide, got ${role}`)
    const byId = new Map([...ids].map((id, index) => [id, found[index]]))
    const problems: string[] = []
    for (const [name, flag] of Object.entries(flags)) {
      const experiment = byId.get(flag.experiment)
      if (experiment === undefined || "refused" in experiment) {
        problems.push(`the flag ${name} has the experiment ${flag.experiment}, which ${experiment?.refused}`)
        continue
      }
      const { arms, segments, sticky, metrics } = experiment
      const tracked = Object.entries(events).filter(([, event]) => event.flag === name)
      for (const arm of arms)
        if (flag.values !== undefined && !Object.hasOwn(flag.values, arm))
          problems.push(`the flag ${name} must have a value for every arm, got none for ${arm}`)
      if ((segments !== null) !== (flag.segment !== undefined))
        problems.push(
          segments === null
            ? `the flag ${name} has a segment, but its experiment has none`
            : `the flag ${name} needs a segment: the attribute that holds the experiment's segment`,
        )
      if (tracked.length > 0 && !sticky)
        problems.push(`the experiment of the flag ${name} must be sticky, because its events are tracked by person`)
      for (const [event, { metric }] of tracked)
        if (metric !== undefined && !metrics.some((one) => one.name === metric))
          problems.push(`the event ${event} must be the reward or a metric of its experiment, got ${metric}`)
    }
    if (problems.length > 0) throw new ConfigurationError(problems.join("; "))
  }

  /** The experiment, or why it cannot be used. */
  async #find(id: string): Promise<ExperimentDetail | { readonly refused: string }> {
    try {
      return await this.read(id)
    } catch (error) {
      if (isRefusal(error)) {
        if (error.code === "unknown_experiment") return { refused: "does not exist" }
        if (error.code === "forbidden") return { refused: "the key does not cover" }
      }
      throw error
    }
  }

  /** The largest reward or value of the metric, which an event without a value stands for. */
  async readUpperBound(id: string, metric: string | undefined): Promise<number> {
    const { reward, metrics } = await this.read(id)
    return metric === undefined ? reward.max : (metrics.find(({ name }) => name === metric)?.max ?? 1)
  }
}
