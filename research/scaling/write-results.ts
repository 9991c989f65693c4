// Computes from the measured costs in results/ what a million decisions a second need, simulates
// how long requests wait, and writes results/README.md and the section of docs/scaling.md. It takes
// some seconds. `node --conditions=source --import=tsx research/scaling/write-results.ts`, then
// `npm run format`. The costs come from service/verify/capacity.ts and service-times.ts there.

import { readFileSync, writeFileSync } from "node:fs"
import { formatScalingResults, formatScalingSection, readMeasured, withSection } from "./scaling-markdown.ts"

const measured = readMeasured()
const page = new URL("../../docs/scaling.md", import.meta.url)
writeFileSync(page, withSection(readFileSync(page, "utf8"), formatScalingSection(measured)))
writeFileSync(new URL("results/README.md", import.meta.url), formatScalingResults(measured))
