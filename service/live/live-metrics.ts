// The metrics of a running experiment: for each its sums and a filter of its own. They never steer
// the arms.

import {
  type Algorithm,
  createMetricSums,
  GdpFilter,
  type MetricState,
  type MetricSums,
  observeWithin,
  type Random,
} from "@armistice/core"
import { type PublicLedgerEntry, readRelease } from "@armistice/core/ledger"
import type { Experiment, Metric } from "../experiment.ts"
import type { Slot } from "../store/rows.ts"
import { liveRelease } from "./live-loss.ts"
import type { LiveRelease } from "./live-release.ts"
import type { SegmentState } from "./segment-state.ts"

interface LiveMetric {
  readonly metric: Metric
  readonly sums: MetricSums
  readonly filter: GdpFilter
}

export class LiveMetrics {
  readonly #list: readonly LiveMetric[]

  constructor({ metrics = [], horizon }: Experiment) {
    this.#list = metrics.map((metric) => ({
      metric,
      sums: createMetricSums(metric.eta, horizon),
      filter: new GdpFilter(metric.limit),
    }))
  }

  /** The states of a new segment; nothing where there are no metrics. */
  start(armCount: number): Pick<SegmentState, "metrics"> {
    return this.#list.length === 0 ? {} : { metrics: this.#list.map(({ sums }) => sums.start(armCount)) }
  }

  decide(segment: SegmentState, arm: number): void {
    this.#each(segment, (sums, state) => sums.decide(state, arm))
  }

  addArm(segment: SegmentState): void {
    this.#each(segment, (sums, state) => sums.addArm(state))
  }

  dropOutstanding(segment: SegmentState, arm: number): void {
    this.#each(segment, (sums, state) => sums.dropOutstanding(state, arm))
  }

  /** Adds a value to the open batch of its arm and returns what that released. */
  observe(
    segment: SegmentState,
    { segment: name, arm, pull }: Slot,
    metric: number,
    value: number,
    random: Random,
  ): LiveRelease[] {
    const { sums, filter, metric: promised } = this.#list[metric] as LiveMetric
    const observation = {
      algorithm: sums as unknown as Pick<Algorithm, "observe" | "nextReleases">,
      state: (segment.metrics as readonly MetricState[])[metric] as MetricState,
      arm,
      pull,
      reward: value,
      random,
      segment: name,
      counted: liveRelease,
    }
    const named = { metric: promised.name, segment: name }
    return observeWithin(filter, observation).map((release) => ({ ...release, ...named }))
  }

  /** Counts a release that the ledger already has. */
  respend(entry: PublicLedgerEntry): void {
    const known = this.#list.find(({ metric: { name } }) => name === entry.metric)
    known?.filter.spend([readRelease(entry)], entry.segment)
  }

  spent(): { name: string; spent: number; limit: number }[] {
    return this.#list.map(({ metric: { name, limit }, filter }) => ({ name, spent: filter.spent(), limit }))
  }

  /** The guarantee, and the sums with their states. */
  list({
    metrics = [],
  }: SegmentState): readonly { metric: Metric; sums: MetricSums; state: MetricState; spent: number }[] {
    return this.#list.map(({ metric, sums, filter }, index) => {
      return { metric, sums, state: metrics[index] as MetricState, spent: filter.spent() }
    })
  }

  #each({ metrics = [] }: SegmentState, work: (sums: MetricSums, state: MetricState) => void): void {
    for (const [index, { sums }] of this.#list.entries()) work(sums, metrics[index] as MetricState)
  }
}
