// Tells which requests reveal a private arrival: no log and no metric may count them. An
// experiment's privacy never changes, so it is read once.

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
    // A preflight names the address of one reward.
    if (request.method === "OPTIONS") return true
    if (request.route.isArrival !== true) return false
    const { id } = request.params as { id: string }
    return this.#isPrivate.get(id) ?? this.#read(id)
  }

  async #read(id: string): Promise<boolean> {
    try {
      const { experiment } = await this.#service.live(id)
      this.#isPrivate.set(id, experiment.arrivals === "private")
      return experiment.arrivals === "private"
    } catch (error) {
      // Hidden while the store cannot be read; an unknown experiment has no arrivals.
      return !(error instanceof ServiceError && error.code === "unknown_experiment")
    }
  }
}
