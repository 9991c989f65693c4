// Written beside a file of results: which program on which machine made them, from which
// simulations and audits with which seeds, and their 95 % intervals.

import { statSync } from "node:fs"
import type { AuditResult, SimulationResult } from "@armistice/lab"
import { formatJson } from "../print/format-json.ts"
import { readProvenance } from "./provenance.ts"

export function formatManifest(
  results: readonly Omit<SimulationResult, "milliseconds">[],
  audits: readonly Omit<AuditResult, "milliseconds">[] = [],
): string {
  const simulations = results.map(({ algorithm, parameters, horizon, means, runs, finished, regret, manifest }) => ({
    algorithm,
    parameters,
    horizon,
    means,
    runs,
    finished,
    interval: regret.interval,
    ...manifest,
  }))
  const audited = audits.map(({ algorithm, parameters, runs, finished, seed }) => ({
    algorithm,
    parameters,
    runs,
    finished,
    seed,
  }))
  return formatJson({
    madeBy: readProvenance(),
    seeds: "run i of a simulation, counted from 0, uses fork i of its seed",
    simulations,
    ...(audited.length === 0 ? {} : { audits: audited }),
  })
}

/** Beside results.csv or results.json: results.manifest.json. Nothing is beside a pipe. */
export function findManifestPath(path: string | undefined): string | undefined {
  if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isFile() === false) return undefined
  return `${path.replace(/\.(csv|json)$/i, "")}.manifest.json`
}
