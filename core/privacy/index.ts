// The accountant without the catalogue of algorithms: losses, conversions, what an attacker gains, and ranges of parameters.

export { describeRange, isInRange, type ParameterSpec } from "../parameters.ts"
export { attackSuccess, describeAttack, etaForAttackSuccess } from "./attack.ts"
export { deltaOf, epsilonOf, etaOf } from "./gdp.ts"
export { type Guarantee, gdpGuarantee, pureGuarantee, tradeOff } from "./guarantee.ts"
export { etaOfLaplace, etaOfPure } from "./laplace.ts"
