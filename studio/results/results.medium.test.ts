import { resultsAreTold } from "./results.contract.ts"

resultsAreTold(
  [
    ["dark", 390],
    ["light", 768],
    ["light", 1440],
  ],
  true,
)
