import { drawnCases, sameLaw } from "./same-law.contract.ts"

sameLaw(drawnCases, 1000)
