// Whether personalising helps, in plain sentences that the command, the service and the page share.

import type { Personalisation, PersonalisationState } from "../verdict/personalisation.ts"
import type { VerdictTextOptions } from "./describe-verdict.ts"
import { joinPieces, joinSentences, strong, type TextPiece } from "./text-piece.ts"
import { createUnits, type Units } from "./units.ts"
import { formatLevel, insideWorthwhile } from "./verdict-figures.ts"
import { titleVerdict } from "./verdict-title.ts"
import type { VerdictPieces } from "./write-verdict.ts"

/** Whether personalising helps, by the names of arms. */
export interface NamedPersonalisation extends Pick<Personalisation, "state" | "value"> {
  /** The best single arm, quoted where it needs to be. */
  readonly best: string | null
}

/** How the text about personalising is written. */
export interface PersonalisationWords {
  readonly units: Units
  /** The confidence of the interval. */
  readonly level: number
  readonly worthwhile: number
  /** The attribute that groups people: "device". */
  readonly attribute: string
}

/** Whether personalising helps, as pieces of text. */
export function writePersonalisation(
  { state, value, best }: NamedPersonalisation,
  { units, level, worthwhile, attribute }: PersonalisationWords,
): Omit<VerdictPieces, "state" | "certainty"> {
  const single = strong(best ?? "the best single option")
  if (state === "same_for_all")
    return { title: titles[state], figures: [`Every ${attribute} is given `, single, "."], advice: [] }
  if (value === null)
    return {
      title: titles.too_early,
      figures: [`Not every option has figures for every ${attribute}.`],
      advice: [],
    }
  const [low = "", high = ""] = units.formatDifferenceInterval(value.low, value.high).split(" to ")
  const everyone: TextPiece[] = [single, " for everyone"]
  const sure = ` (${formatLevel(level)} interval, valid whenever you look).`
  if (state === "helps")
    return {
      title: `Yes, by at least ${units.addUnit(low)}.`,
      figures: [
        `Giving each ${attribute} its own option does `,
        strong(units.addUnit(`${low} to ${high}`)),
        " better than ",
        ...everyone,
        sure,
      ],
      advice: [],
    }
  const isWorse = low.startsWith("\u2212")
  const range = `Between ${units.addUnit(isWorse ? low.slice(1) : low)} ${isWorse ? "worse" : "better"} and ${high} better than `
  if (state === "does_not_help_by_more_than")
    return {
      title: titles[state],
      figures: [range, ...everyone, `: ${insideWorthwhile(units, worthwhile)}.`],
      advice: ["One option for everyone is simpler."],
    }
  return { title: titles[state], figures: [range, ...everyone, sure], advice: ["Nothing to do yet."] }
}

const titles = {
  too_early: "Not known yet.",
  does_not_help_by_more_than: titleVerdict("no_difference"),
  same_for_all: "One option is best for all.",
} as const satisfies Partial<Record<PersonalisationState, string>>

/** The words and numbers that the sentences need beside the conclusion. */
export interface PersonalisationTextOptions
  extends Pick<VerdictTextOptions, "arms" | "reward" | "worthwhile" | "confidence">,
    Pick<PersonalisationWords, "attribute"> {}

/** Whether personalising helps, in plain sentences. */
export function describePersonalisation(
  { state, value, best }: Personalisation,
  { arms, reward, confidence = 0.95, ...words }: PersonalisationTextOptions,
): string {
  const { title, figures, advice } = writePersonalisation(
    { state, value, best: best === null ? null : (arms[best] as string) },
    { ...words, units: createUnits(reward), level: confidence },
  )
  return joinPieces(joinSentences([title], figures, advice))
}
