// The numerics entry of the library, for simulators and auditors: special functions without any bandit.

export { bernoulliKl, klUpperBound } from "./bernoulli-kl.ts"
export { betaCdf, betaTail, betaTailQuantile } from "./beta.ts"
export { gaussianKl } from "./gaussian-kl.ts"
export {
  normalCdf,
  normalLogCdf,
  normalLogQuantile,
  normalPdf,
  normalQuantile,
  normalTail,
  normalTailQuantile,
} from "./normal.ts"
