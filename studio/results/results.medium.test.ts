import { testResults } from "./results.contract.ts"

testResults(
  [
    ["dark", 390],
    ["light", 768],
    ["light", 1440],
  ],
  true,
)
