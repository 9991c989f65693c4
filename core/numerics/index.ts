// The numerics entry of the library, for simulators and auditors: special functions without any
// bandit.

export { bernoulliKl } from "./bernoulli-kl.ts"
export { betaCdf, betaTail } from "./beta-law.ts"
export { betaTailQuantile } from "./beta-quantile.ts"
export { gaussianKl } from "./gaussian-kl.ts"
export {
  normalCdf,
  normalLogCdf,
  normalPdf,
  normalTail,
  normalTailQuantile,
} from "./normal.ts"
export { studentQuantile } from "./student-quantile.ts"
