// The Beta law in one place: distribution, tails, density and quantiles.

export { betaCdf, betaLogCdf, betaLogDensity, betaLogTail, betaTail } from "./beta-law.ts"
export { betaQuantile, betaTailQuantile } from "./beta-quantile.ts"
