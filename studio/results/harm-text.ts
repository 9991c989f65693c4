// Verdicts where an option does harm: which measure, by how much more than is allowed, and what to
// do.

import { findStop, stopSentence } from "../experiment/stopped-options.ts"
import { findBounds, findMargin, isLowerWorse, type MeasureDefinitions } from "./measures.ts"
import { joinNames, quoteName, startWithName } from "./option-names.ts"
import type { Comparison } from "./ranking.ts"
import type { Group } from "./results-types.ts"
import { createUnits, formatAmount } from "./units.ts"
import {
  formatDifference,
  formatInterval,
  formatLevel,
  strong,
  type TextPiece,
  type VerdictContext,
  type VerdictText,
} from "./verdict-parts.ts"

export function writeHarm(
  group: Group,
  harm: Group["harm"][number],
  { detail, level, isOver }: VerdictContext,
): VerdictText {
  const { arm, metric } = harm
  const measure = group.metrics.find(({ name }) => name === metric)
  const units = createUnits(findBounds(detail, { name: metric }))
  const meanOf = (name: string): string => units.value(measure?.arms.find((one) => one.arm === name)?.mean ?? 0)
  const change = findChange(group, detail, arm, metric)
  const stop = findStop(detail, arm)
  const isPast = isOver || stop !== undefined
  const verb = isLowerWorse(detail, metric) ? (isOver ? "lowered" : "lowers") : isOver ? "raised" : "raises"
  return {
    harm,
    tone: "harm",
    chip: stop !== undefined ? "Harm: option stopped" : isOver ? "Harm" : "Harm: still running",
    chipTone: "bad",
    title: `${startWithName(arm)} ${verb} ${metric}.${stop !== undefined ? (isOver ? " It was stopped." : " It is stopped.") : isPast ? "" : " People still get it."}`,
    sentences: [
      `${startWithName(metric)}: `,
      strong(meanOf(arm)),
      ` with ${quoteName(arm)}, against `,
      strong(meanOf(detail.control)),
      ` with ${quoteName(detail.control)}, the control: `,
      strong(`${change.amount} ${change.direction}`),
      ` (${formatLevel(level)} interval ${change.interval}, valid whenever you look). You allow ${allowedText(detail, metric)}. `,
      ...(stop !== undefined
        ? [stopSentence(stop)]
        : isOver
          ? [strong("Do not ship it.")]
          : [...(detail.onHarm === "notify" ? ["You asked to be told only. "] : []), strong("Stop this option.")]),
    ],
  }
}

/** "up to 1 point more", "no less". */
export function allowedText(detail: MeasureDefinitions, metric: string): string {
  const margin = findMargin(detail, metric)
  const direction = isLowerWorse(detail, metric) ? "less" : "more"
  return margin === 0
    ? `no ${direction}`
    : `up to ${formatAmount(createUnits(findBounds(detail, { name: metric })), margin)} ${direction}`
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
    amount: units.withUnit(units.difference(Math.abs(difference), to - from)),
    direction: isDown ? "less" : "more",
    interval: units.differenceInterval(from, to),
  }
}

export function describeGuardrail(group: Group, comparison: Comparison, context: VerdictContext): VerdictText {
  const { detail, level, isOver } = context
  const units = createUnits(detail.reward)
  const { leader, lead } = comparison
  const names = group.harm.filter(({ arm }) => arm === leader.arm).map(({ metric }) => metric)
  const goesUp = names.every((name) => !isLowerWorse(detail, name))
  const are = names.length > 1 || /s$/.test(names[0] ?? "") ? "are" : "is"
  const better: TextPiece[] =
    lead === null
      ? ["It does best"]
      : [
          "It does ",
          strong(units.withUnit(formatDifference(units, lead))),
          ` better (${formatInterval(units, lead, level)})`,
        ]
  return {
    tone: "harm",
    chip: isOver ? "Harm" : "Harm: still running",
    chipTone: "bad",
    title: `${startWithName(leader.arm)} is ahead, but ${joinNames(names)} ${are} ${goesUp ? "up" : "worse"}.`,
    sentences: [
      ...better,
      ...names.flatMap((name): TextPiece[] => {
        const { amount, direction, interval } = findChange(group, detail, leader.arm, name)
        return [
          `. ${startWithName(name)}: `,
          strong(amount),
          ` ${direction} than with ${quoteName(detail.control)} (${interval}); you allow ${allowedText(detail, name)}`,
        ]
      }),
      ". ",
      strong(
        isOver ? "Weigh one against the other before you ship it." : "Weigh one against the other before you stop.",
      ),
    ],
  }
}
