// Sentences for people: verdicts, attacks, and losses that are rounded so that they never promise too much.

export { describeAttack } from "../privacy/attack.ts"
export { givenText, lossText, shortExponent, targetText } from "./loss-text.ts"
export { isUndecided, type VerdictWords, verdictSentence } from "./verdict-sentence.ts"
