// Whether personalising helps, in plain sentences that the command, the service and the page share.

import type { Personalisation, PersonalisationState } from "../verdict/personalisation.ts"
import type { VerdictTextOptions } from "./describe-verdict.ts"
import { formatInUnits } from "./format-number.ts"

/** The title of the conclusion; `least`: the least gain, in its unit. */
export function titlePersonalisation(state: PersonalisationState, least: string): string {
  switch (state) {
    case "too_early":
      return "Not known yet."
    case "helps":
      return `Yes, by at least ${least}.`
    case "does_not_help_by_more_than":
      return "No difference worth naming."
    case "same_for_all":
      return "One option is best for all."
  }
}

/** What the sentences about personalising need beside the conclusion. */
export interface PersonalisationTextOptions extends Pick<VerdictTextOptions, "arms" | "worthwhile"> {
  /** What people are grouped by: "device". */
  readonly attribute: string
  /** The confidence of the interval. */
  readonly confidence?: number
}

/** Whether personalising helps, in plain sentences. */
export function describePersonalisation(
  { state, value, best }: Personalisation,
  { arms, worthwhile, attribute, confidence = 0.95 }: PersonalisationTextOptions,
): string {
  const single = best === null ? "the best single option" : arms[best]
  const title = titlePersonalisation(state, value === null ? "" : leastGain(value))
  if (state === "same_for_all") return `${title} Every ${attribute} is given ${single}.`
  if (value === null) return `${title} Not every option has figures for every ${attribute}.`
  const width = value.high - value.low
  const [low, high] = [formatInUnits(value.low, width, Math.floor), formatInUnits(value.high, width, Math.ceil)]
  const sure = `(${Math.floor(100 * confidence)} % interval, valid whenever you look)`
  if (state === "helps")
    return `${title} Giving each ${attribute} its own option does ${leastGain(value)} to ${high} better than ${single} for everyone ${sure}.`
  const worse = value.low < 0 ? `${low.replace("-", "")} worse` : `${low} better`
  const between = `Between ${worse} and ${high} better than ${single} for everyone`
  return state === "does_not_help_by_more_than"
    ? `${title} ${between}: inside the ${formatInUnits(worthwhile, worthwhile)} that matters to you.`
    : `${title} ${between} ${sure}.`
}

/** With digits enough that a lower end above 0 is not shown as 0. */
const leastGain = ({ low, high }: NonNullable<Personalisation["value"]>): string =>
  formatInUnits(low, low > 0 ? Math.min(high - low, low) : high - low, Math.floor)
