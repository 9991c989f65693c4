import { long, sameLaw, timedCases } from "./same-law.contract.ts"

sameLaw(timedCases, long, 3000)
