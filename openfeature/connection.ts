// What both providers have: a client, what is known of the experiments, the state of the line, events on their way.

import { ArmisticeClient } from "@armistice/client"
import { Experiments, Misfit } from "./experiments.ts"
import { Line, type LineState } from "./line.ts"
import { type ArmisticeOptions, checkOptions } from "./options.ts"
import { Tracking } from "./tracking.ts"

export const providerName = "Armistice"

export class Connection {
  readonly options: ArmisticeOptions
  readonly client: ArmisticeClient
  readonly experiments: Experiments
  readonly line: Line
  readonly tracking: Tracking
  readonly timeoutMs: number

  /** `returned` is run when the service answers again. */
  constructor(
    options: ArmisticeOptions,
    tell: (state: LineState, message: string) => void,
    returned: () => Promise<unknown> = async () => {},
  ) {
    checkOptions(options)
    const { baseUrl, key, fetch, timeoutMs = 1000 } = options
    this.options = options
    this.timeoutMs = timeoutMs
    this.client = new ArmisticeClient({
      baseUrl,
      timeoutMs,
      retries: 2,
      ...(key === undefined ? {} : { key }),
      ...(fetch === undefined ? {} : { fetch }),
    })
    this.experiments = new Experiments(this.client)
    this.line = new Line({
      probe: async () => {
        await this.experiments.check(options)
        await this.client.me()
      },
      tell: (state, message) => {
        tell(state, message)
        if (state !== "ready") return
        void this.tracking.flush()
        // If it is away once more, the line knows by itself.
        void returned().catch(() => undefined)
      },
    })
    this.tracking = new Tracking(options, this.client, this.experiments, this.line)
  }

  /** What OpenFeature waits for before it calls a provider ready. */
  async start(first: () => Promise<unknown> = async () => {}): Promise<void> {
    try {
      await this.experiments.check(this.options)
      await first()
      this.line.begin("ready")
    } catch (error) {
      // Of a misfit the provider stays in error, whatever the line does; flags that fit have their values all the same.
      if (!(error instanceof Misfit)) this.line.begin("error")
      throw error
    }
  }

  async stop(): Promise<void> {
    this.line.close()
    await this.tracking.flush()
  }
}
