// The sampling entry of the library, for simulators and auditors: laws in one draw that would otherwise take many.

export { largestAbove, largestBelow } from "./gaussian-extremes.ts"
export { multinomial } from "./multinomial-sampler.ts"
export { residualInDoubles } from "./residual-noise.ts"
