// Text for people: verdicts, attacks, numbers, and losses rounded so that they never promise too
// much; and CSV.

export { describeAttack } from "../privacy/attack.ts"
export { csvLine, csvText } from "./csv-text.ts"
export {
  describePersonalisation,
  type PersonalisationTextOptions,
  titlePersonalisation,
} from "./describe-personalisation.ts"
export { describeLead, describeVerdict, isUndecided, type VerdictTextOptions } from "./describe-verdict.ts"
export { formatLoss, formatPlainNumber, formatTarget, shortenExponent } from "./format-loss.ts"
export {
  formatArgument,
  formatCount,
  formatNumber,
  formatPercent,
  formatPoints,
  formatShortCount,
  roundTo,
} from "./format-number.ts"
export { powerLabel, shortNumber } from "./short-number.ts"
export { type TitledState, titleVerdict, type VerdictTitleOptions } from "./verdict-title.ts"
