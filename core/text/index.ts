// Text for people: attacks, numbers, and losses rounded so that they never promise too much; and
// CSV.

export { describeAttack } from "../privacy/attack.ts"
export { csvLine, csvText } from "./csv-text.ts"
export { editDistance } from "./edit-distance.ts"
export { formatDuration } from "./format-duration.ts"
export { formatLoss, formatPlainNumber, formatTarget, shortenExponent } from "./format-loss.ts"
export {
  formatArgument,
  formatCount,
  formatDecimals,
  formatNumber,
  formatPercent,
  formatPoints,
  formatShortCount,
  roundTo,
} from "./format-number.ts"
export { joinNames } from "./join-names.ts"
export { powerLabel, shortNumber } from "./short-number.ts"
