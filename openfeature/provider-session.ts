// Both providers share this: a client, the experiments behind the flags, the state of the service,
// and tracked events.

import { ArmisticeClient, type AssignmentView, type DecisionView } from "@armistice/client"
import { ConfigurationError, ExperimentCatalogue } from "./experiment-catalogue.ts"
import { type ArmisticeOptions, checkOptions } from "./options.ts"
import type { DecisionSubject, FindAttributes } from "./resolution.ts"
import { type ServiceState, ServiceStatus } from "./service-status.ts"
import { Tracking } from "./tracking.ts"

export class ProviderSession {
  readonly options: ArmisticeOptions
  readonly tracking: Tracking
  readonly #client: ArmisticeClient
  readonly #experiments: ExperimentCatalogue
  readonly #status: ServiceStatus
  readonly #timeoutMs: number
  #configurationError: ConfigurationError | null = null

  /** `onReturn` is called when the service answers again. */
  constructor(
    options: ArmisticeOptions,
    onChange: (state: ServiceState, message: string) => void,
    onReturn: () => Promise<unknown> = async () => {},
  ) {
    checkOptions(options)
    const { baseUrl, key, fetch, timeoutMs = 1000 } = options
    this.options = options
    this.#timeoutMs = timeoutMs
    this.#client = new ArmisticeClient({
      baseUrl,
      timeoutMs,
      retries: 2,
      ...(key === undefined ? {} : { key }),
      ...(fetch === undefined ? {} : { fetch }),
    })
    this.#experiments = new ExperimentCatalogue(this.#client)
    this.#status = new ServiceStatus({
      probe: () => this.#check(),
      onChange: (state, message) => {
        // Wrong options stay an error, however well the service is.
        if (this.#configurationError === null) onChange(state, message)
        else if (state === "ready") onChange("error", this.#configurationError.message)
        if (state !== "ready") return
        void this.tracking.flush()
        // A service that fails once more is noticed by its status.
        void onReturn().catch(() => undefined)
      },
    })
    this.tracking = new Tracking(options, this.#client, this.#experiments, this.#status)
  }

  /** Resolves when the provider is ready. Valid flags have values even if other flags do not. */
  async start(prefetch: () => Promise<unknown> = async () => {}): Promise<void> {
    try {
      await this.#check()
      await prefetch()
    } catch (error) {
      this.#status.start("error")
      throw error
    }
    this.#status.start("ready")
    if (this.#configurationError !== null) throw this.#configurationError
  }

  /** Known once the experiment was read. */
  readonly findAttributes: FindAttributes = (experiment) => this.#experiments.findAttributes(experiment)

  /** Reads the experiment of a flag once; the decision notices a service that is away. */
  async prepare(flag: string): Promise<void> {
    const experiment = Object.hasOwn(this.options.flags, flag) ? this.options.flags[flag]?.experiment : undefined
    if (experiment !== undefined && !this.#experiments.isKnown(experiment))
      await this.#experiments.read(experiment).catch(() => undefined)
  }

  /** Asks the service for the decision of one flag, and notes whether it answers. */
  decide(experiment: string, person: DecisionSubject): Promise<DecisionView> {
    const request = { ...toRequest(person), timeoutMs: this.#timeoutMs }
    return this.#report(() => this.#client.experiment(experiment).decide(request))
  }

  async #report<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await ask()
      this.#status.reportSuccess()
      return answer
    } catch (error) {
      this.#status.reportFailure(error)
      throw error
    }
  }

  /** The arm that a page may show later: experiments with bulk assign it, and others decide. */
  async fetchArm(experiment: string, person: DecisionSubject): Promise<AssignmentView> {
    if (!this.#experiments.isInBulk(experiment)) return this.decide(experiment, person)
    return this.#report(() => this.#client.experiment(experiment).assign(toRequest(person)))
  }

  async stop(): Promise<void> {
    this.#status.close()
    await this.tracking.flush()
  }

  /** Rejects if the service does not answer. Wrong options are remembered, as they stay wrong. */
  async #check(): Promise<void> {
    try {
      await this.#experiments.check(this.options)
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      this.#configurationError = error
    }
  }
}

const toRequest = ({ subject, segment, context }: DecisionSubject) => ({
  subject,
  ...(segment === undefined ? {} : { segment }),
  ...(context === undefined ? {} : { context }),
})
