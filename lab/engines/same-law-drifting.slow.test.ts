import { driftingCases, sameLaw } from "./same-law.contract.ts"

sameLaw(driftingCases, 2000)
