// The accountant without the catalogue of algorithms: losses, conversions, what an attacker gains,
// and ranges of parameters.

export {
  type ChoiceSpec,
  describeRange,
  isInRange,
  type NumberSpec,
  type ParameterSpec,
  type Parameters,
} from "../parameters.ts"
export { attackSuccess, describeAttack, findEtaForAttackSuccess } from "./attack.ts"
export {
  approximateGuarantee,
  boundAdvantage,
  readGuarantee,
  refutesGuarantee,
  renyiGuarantee,
  zcdpGuarantee,
} from "./declared-guarantee.ts"
export { computeDelta, computeEpsilon, computeEta } from "./gdp.ts"
export { type DeclaredLoss, type Guarantee, gdpGuarantee, laplaceGuarantee, pureGuarantee } from "./guarantee.ts"
export { computeLaplaceEta, computePureEta } from "./laplace.ts"
export {
  computeGdpRenyi,
  computeGdpRho,
  computeLaplaceRenyi,
  computePureRenyi,
  computePureRho,
  computeRenyiEpsilon,
  computeZcdpEpsilon,
  computeZcdpRenyi,
  findRhoEta,
  findZcdpRho,
  refuseSubsampling,
} from "./renyi.ts"
export { tradeOff } from "./trade-off.ts"
