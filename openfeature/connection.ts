// What both providers have: a client, what is known of the experiments, the state of the line, events on their way.

import { ArmisticeClient } from "@armistice/client"
import { Experiments, Misfit } from "./experiments.ts"
import { Line, type LineState } from "./line.ts"
import { type ArmisticeOptions, checkOptions } from "./options.ts"
import { Tracking } from "./tracking.ts"

export class Connection {
  readonly options: ArmisticeOptions
  readonly client: ArmisticeClient
  readonly experiments: Experiments
  readonly line: Line
  readonly tracking: Tracking
  readonly timeoutMs: number
  #misfit: Misfit | null = null

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
      probe: () => this.#check(),
      tell: (state, message) => {
        // Options that do not fit are an error, however well the service is.
        if (this.#misfit === null) tell(state, message)
        else if (state === "ready") tell("error", this.#misfit.message)
        if (state !== "ready") return
        void this.tracking.flush()
        // If it is away once more, the line knows by itself.
        void returned().catch(() => undefined)
      },
    })
    this.tracking = new Tracking(options, this.client, this.experiments, this.line)
  }

  /** What OpenFeature waits for before it calls a provider ready. Flags that fit have their values though others do not. */
  async start(first: () => Promise<unknown> = async () => {}): Promise<void> {
    try {
      await this.#check()
      await first()
    } catch (error) {
      this.line.begin("error")
      throw error
    }
    this.line.begin("ready")
    if (this.#misfit !== null) throw this.#misfit
  }

  /** Rejects if the service is away; what does not fit is kept, as it will never do. */
  async #check(): Promise<void> {
    try {
      await this.experiments.check(this.options)
    } catch (error) {
      if (!(error instanceof Misfit)) throw error
      this.#misfit = error
    }
  }

  async stop(): Promise<void> {
    this.line.close()
    await this.tracking.flush()
  }
}
