import { drawnCases, long, sameLaw } from "./same-law.contract.ts"

sameLaw(drawnCases, long, 1000)
