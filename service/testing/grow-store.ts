// Fills a store with decisions, and says how large its file is: what one person costs on disk.

import { statSync } from "node:fs"
import type { Service } from "../service.ts"
import { demo } from "./test-service.ts"

/**
 * Makes so many decisions, `named`: each for another person, and answers the share `answered` of
 * them. Returns the experiment's id.
 */
export async function growStore(service: Service, decisions: number, named: boolean, answered = 0): Promise<string> {
  const { live } = await service.createExperiment({ ...demo, horizon: 1e9 })
  const { id } = live.experiment
  const batch = 1000
  for (let made = 0; made < decisions; made += batch) {
    const decided = await Promise.all(
      Array.from({ length: Math.min(batch, decisions - made) }, (_, place) =>
        service.decide(id, named ? { subject: `person ${made + place}` } : {}, "local"),
      ),
    )
    await Promise.all(
      decided
        .slice(0, answered * batch)
        .map(({ decisionId }, place) => service.reward(id, decisionId, place % 2, "local")),
    )
  }
  return id
}

/** Bytes of the database file; a store writes its log into it when it is closed. */
export const fileBytes = (path: string): number => statSync(path).size
