// Sentences about verdicts, apart from other text: a command that only prints numbers does not load
// them.

export {
  describePersonalisation,
  type NamedPersonalisation,
  type PersonalisationTextOptions,
  type PersonalisationWords,
  writePersonalisation,
} from "./describe-personalisation.ts"
export { describeHarm, describeVerdict, type VerdictTextOptions } from "./describe-verdict.ts"
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
