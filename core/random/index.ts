// The sampling entry of the library, for simulators and auditors: laws in one draw that would
// otherwise take many, and randomness that is watched, known, given again or made from words of
// one's own.

export { drawLargestGaussian } from "./gaussian-extremes.ts"
export { GivenRandom } from "./given-random.ts"
export { knownNoise } from "./known-noise.ts"
export { residualInDoubles } from "./residual-noise.ts"
export { SamplingRandom } from "./sampling-random.ts"
export { type NoiseLaw, WatchedRandom } from "./watched-random.ts"
