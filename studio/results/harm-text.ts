// Verdicts where an option does harm: which measure, by how much, and what to do.

import { joinSentences, strong, type TextPiece } from "@armistice/core/verdict-text"
import { describeStop, findStop } from "../experiment/stopped-options.ts"
import { findBounds, findMargin, isLowerWorse, type MeasureDefinitions } from "./measures.ts"
import { quoteName, startWithName } from "./option-names.ts"
import type { Group } from "./results-types.ts"
import { createUnits, formatLevel } from "./units.ts"
import type { VerdictContext, VerdictText } from "./verdict-parts.ts"

export function writeHarm(
  group: Group,
  harm: Group["harm"][number],
  { detail, level, isOver }: VerdictContext,
): VerdictText {
  const { arm, metric } = harm
  const measure = group.metrics.find(({ name }) => name === metric)
  const units = createUnits(findBounds(detail, { name: metric }))
  const formatMean = (name: string): string =>
    units.formatValue(measure?.arms.find((one) => one.arm === name)?.mean ?? 0)
  const change = findChange(group, detail, arm, metric)
  const stop = findStop(detail, arm)
  const isPast = isOver || stop !== undefined
  const verb = isLowerWorse(detail, metric) ? (isOver ? "lowered" : "lowers") : isOver ? "raised" : "raises"
  return {
    harm,
    tone: "harm",
    ...createHarmChip(isOver),
    ...(stop === undefined ? {} : { chip: "Harm: option stopped" }),
    title: `${startWithName(arm)} ${verb} ${metric}.${stop !== undefined ? (isOver ? " It was stopped." : " It is stopped.") : isPast ? "" : " People still get it."}`,
    sentences: [
      `${startWithName(metric)}: `,
      strong(formatMean(arm)),
      ` with ${quoteName(arm)}, against `,
      strong(formatMean(detail.control)),
      ` with ${quoteName(detail.control)}, the control: `,
      strong(`${change.amount} ${change.direction}`),
      ` (${formatLevel(level)} interval ${change.interval}, valid whenever you look). You allow ${describeAllowed(detail, metric)}. `,
      ...(stop !== undefined
        ? [describeStop(stop)]
        : isOver
          ? [strong("Do not ship it.")]
          : [...(detail.onHarm === "notify" ? ["You asked to be told only. "] : []), strong("Stop this option.")]),
    ],
  }
}

/** "up to 1 point more", "no less". */
export function describeAllowed(detail: MeasureDefinitions, metric: string): string {
  const margin = findMargin(detail, metric)
  const direction = isLowerWorse(detail, metric) ? "less" : "more"
  return margin === 0
    ? `no ${direction}`
    : `up to ${createUnits(findBounds(detail, { name: metric })).formatAmount(margin)} ${direction}`
}

interface Change {
  /** "27.5 points". */
  readonly amount: string
  readonly direction: "more" | "less"
  /** "22.6 to 32.7". */
  readonly interval: string
}

/** How much a measure differs from the control, in the direction that is worse. */
function findChange(group: Group, detail: MeasureDefinitions, arm: string, metric: string): Change {
  const found = group.metrics.find(({ name }) => name === metric)?.differences.find((one) => one.arm === arm)
  const units = createUnits(findBounds(detail, { name: metric }))
  const [difference, low, high] = [found?.difference ?? 0, found?.low ?? 0, found?.high ?? 0]
  const isDown = isLowerWorse(detail, metric)
  const [from, to] = isDown ? [-high, -low] : [low, high]
  return {
    amount: units.addUnit(units.formatDifference(Math.abs(difference), to - from)),
    direction: isDown ? "less" : "more",
    interval: units.formatDifferenceInterval(from, to),
  }
}

/** By how much each measure is worse with the leader than with the control. */
export const describeHarmOfLeader = (group: Group, detail: VerdictContext["detail"]): TextPiece[] =>
  joinSentences(
    ...group.harm
      .filter(({ arm }) => arm === group.leader)
      .map(({ arm, metric }) => {
        const { amount, direction, interval } = findChange(group, detail, arm, metric)
        return [
          `${startWithName(metric)}: `,
          strong(amount),
          ` ${direction} than with ${quoteName(detail.control)} (${interval}); you allow ${describeAllowed(detail, metric)}.`,
        ]
      }),
  )

export const createHarmChip = (isOver: boolean) =>
  ({ chip: isOver ? "Harm" : "Harm: still running", chipTone: "bad" }) as const
