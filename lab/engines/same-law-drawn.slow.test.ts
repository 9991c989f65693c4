import { alike, drawnCases, long, sameLaw } from "./same-law.contract.ts"

sameLaw(drawnCases, long, 1000)
sameLaw(drawnCases, long, 1100, alike)
