// Text for people: verdicts, attacks, numbers, and losses rounded so that they never promise too much; and CSV.

export { describeAttack } from "../privacy/attack.ts"
export { csvLine, csvText } from "./csv-text.ts"
export { givenText, lossText, shortExponent, targetText } from "./loss-text.ts"
export { groupThousands, powerLabel, shortNumber } from "./short-number.ts"
export { isUndecided, type VerdictWords, verdictSentence } from "./verdict-sentence.ts"
