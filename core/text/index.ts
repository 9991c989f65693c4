// Text for people: verdicts, attacks, numbers, and losses rounded so that they never promise too
// much; and CSV.

export { describeAttack } from "../privacy/attack.ts"
export { csvLine, csvText } from "./csv-text.ts"
export {
  describePersonalisation,
  type NamedPersonalisation,
  type PersonalisationTextOptions,
  type PersonalisationWords,
  writePersonalisation,
} from "./describe-personalisation.ts"
export { describeHarm, describeVerdict, type VerdictTextOptions } from "./describe-verdict.ts"
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
export { joinPieces, joinSentences, strong, type TextPiece } from "./text-piece.ts"
export { createPlainUnits, createUnits, formatCertainty, type Units } from "./units.ts"
export {
  canBeBest,
  describeLead,
  formatLevel,
  type NamedVerdict,
  type VerdictWords,
} from "./verdict-figures.ts"
export { titleVerdict, type VerdictTitleOptions } from "./verdict-title.ts"
export {
  type CertaintyText,
  certaintySentence,
  isUndecided,
  type VerdictPieces,
  writeVerdict,
} from "./write-verdict.ts"
