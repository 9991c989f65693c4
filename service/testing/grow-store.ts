// Fills a store with decisions, and says how large its file is: what one person costs on disk.

import { statSync } from "node:fs"
import type { Service } from "../service.ts"
import { demo } from "./test-service.ts"

/** So many decisions, whose windows are open; `named`: each for another person. Returns the experiment's id. */
export async function growStore(service: Service, decisions: number, named: boolean): Promise<string> {
  const { live } = await service.createExperiment({ ...demo, horizon: 1e9 })
  const { id } = live.experiment
  const batch = 1000
  for (let made = 0; made < decisions; made += batch)
    await Promise.all(
      Array.from({ length: Math.min(batch, decisions - made) }, (_, place) =>
        service.decide(id, named ? { subject: `person ${made + place}` } : {}, "local"),
      ),
    )
  return id
}

/** Bytes of the database file; a store writes its log into it when it is closed. */
export const fileBytes = (path: string): number => statSync(path).size
