import { resultsAreTold } from "./results.contract.ts"

resultsAreTold(
  [
    ["light", 390],
    ["dark", 768],
    ["dark", 1440],
  ],
  false,
)
