import { driftingCases, long, sameLaw } from "./same-law.contract.ts"

sameLaw(driftingCases, long, 2000)
