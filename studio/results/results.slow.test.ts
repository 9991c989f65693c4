import { testResults } from "./results.contract.ts"

testResults(
  [
    ["light", 390],
    ["dark", 768],
    ["dark", 1440],
  ],
  false,
)
