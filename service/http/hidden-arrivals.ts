// Whether a request tells that a reward came where that is private (rule 2): such a request is in no metric and no log. What an experiment
// keeps private never changes, so it is asked once.

import type { FastifyRequest } from "fastify"
import type { Service } from "../service.ts"
import { ServiceError } from "../service-error.ts"

export class HiddenArrivals {
  readonly #service: Service
  readonly #isPrivate = new Map<string, boolean>()

  constructor(service: Service) {
    this.#service = service
  }

  isHidden(request: FastifyRequest): boolean | Promise<boolean> {
    // A browser asks first whether it may send a reward, at an address of that reward alone.
    if (request.method === "OPTIONS") return true
    if (request.route.isArrival !== true) return false
    const { id } = request.params as { id: string }
    return this.#isPrivate.get(id) ?? this.#ask(id)
  }

  async #ask(id: string): Promise<boolean> {
    try {
      const { experiment } = await this.#service.live(id)
      this.#isPrivate.set(id, experiment.arrivals === "private")
      return experiment.arrivals === "private"
    } catch (error) {
      // Nothing can arrive in an experiment that does not exist; while the store cannot be read, nothing is told.
      return !(error instanceof ServiceError && error.code === "unknown_experiment")
    }
  }
}
