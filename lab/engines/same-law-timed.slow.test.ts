import { sameLaw, timedCases } from "./same-law.contract.ts"

sameLaw(timedCases, 3000)
