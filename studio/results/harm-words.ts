// The words where an option does harm: which measure, by how much more than is allowed, and what to do.

import { findStop, stopSentence } from "../experiment/stopped-options.ts"
import { boundsOf, goesDown, type MeasureDefinitions, marginOf } from "./measures.ts"
import { atStart, listed, named } from "./option-names.ts"
import type { Group } from "./results-types.ts"
import type { Standing } from "./standing.ts"
import { shortAmount, unitsOf } from "./units.ts"
import { type About, differenceText, intervalWords, type Piece, percent, type Spoken, strong } from "./verdict-parts.ts"

export function harmed(group: Group, harm: Group["harm"][number], { detail, level, isOver }: About): Spoken {
  const { arm, metric } = harm
  const measure = group.metrics.find(({ name }) => name === metric)
  const units = unitsOf(boundsOf(detail, { name: metric }))
  const meanOf = (name: string): string => units.value(measure?.arms.find((one) => one.arm === name)?.mean ?? 0)
  const change = changeOf(group, detail, arm, metric)
  const stop = findStop(detail, arm)
  const isPast = isOver || stop !== undefined
  const verb = goesDown(detail, metric) ? (isOver ? "lowered" : "lowers") : isOver ? "raised" : "raises"
  return {
    harm,
    tone: "harm",
    chip: stop !== undefined ? "Harm: option stopped" : isOver ? "Harm" : "Harm: still running",
    chipLook: "bad",
    title: `${atStart(arm)} ${verb} ${metric}.${stop !== undefined ? (isOver ? " It was stopped." : " It is stopped.") : isPast ? "" : " People still get it."}`,
    say: [
      `${atStart(metric)}: `,
      strong(meanOf(arm)),
      ` with ${named(arm)}, against `,
      strong(meanOf(detail.control)),
      ` with ${named(detail.control)}, the control: `,
      strong(`${change.amount} ${change.direction}`),
      ` (${percent(level)} interval ${change.interval}, valid whenever you look). You allow ${allowedText(detail, metric)}. `,
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
  const margin = marginOf(detail, metric)
  const direction = goesDown(detail, metric) ? "less" : "more"
  return margin === 0
    ? `no ${direction}`
    : `up to ${shortAmount(unitsOf(boundsOf(detail, { name: metric })), margin)} ${direction}`
}

interface Change {
  /** "27.5 points". */
  readonly amount: string
  readonly direction: "more" | "less"
  /** "22.6 to 32.7". */
  readonly interval: string
}

/** How much a measure differs from the control's, in the direction that is worse. */
function changeOf(group: Group, detail: MeasureDefinitions, arm: string, metric: string): Change {
  const found = group.metrics.find(({ name }) => name === metric)?.differences.find((one) => one.arm === arm)
  const units = unitsOf(boundsOf(detail, { name: metric }))
  const [difference, low, high] = [found?.difference ?? 0, found?.low ?? 0, found?.high ?? 0]
  const isDown = goesDown(detail, metric)
  const [from, to] = isDown ? [-high, -low] : [low, high]
  return {
    amount: units.withUnit(units.difference(Math.abs(difference), to - from)),
    direction: isDown ? "less" : "more",
    interval: units.differenceInterval(from, to),
  }
}

export function guardrail(group: Group, standing: Standing, about: About): Spoken {
  const { detail, level, isOver } = about
  const units = unitsOf(detail.reward)
  const { leader, lead } = standing
  const names = group.harm.filter(({ arm }) => arm === leader.arm).map(({ metric }) => metric)
  const goesUp = names.every((name) => !goesDown(detail, name))
  const are = names.length > 1 || /s$/.test(names[0] ?? "") ? "are" : "is"
  const better: Piece[] =
    lead === null
      ? ["It does best"]
      : [
          "It does ",
          strong(units.withUnit(differenceText(units, lead))),
          ` better (${intervalWords(units, lead, level)})`,
        ]
  return {
    tone: "harm",
    chip: isOver ? "Harm" : "Harm: still running",
    chipLook: "bad",
    title: `${atStart(leader.arm)} is ahead, but ${listed(names)} ${are} ${goesUp ? "up" : "worse"}.`,
    say: [
      ...better,
      ...names.flatMap((name): Piece[] => {
        const { amount, direction, interval } = changeOf(group, detail, leader.arm, name)
        return [
          `. ${atStart(name)}: `,
          strong(amount),
          ` ${direction} than with ${named(detail.control)} (${interval}); you allow ${allowedText(detail, name)}`,
        ]
      }),
      ". ",
      strong(
        isOver ? "Weigh one against the other before you ship it." : "Weigh one against the other before you stop.",
      ),
    ],
  }
}
