// How sure it is that the leader is better, on a bar with the marks of a leaning and a clear
// verdict, and the chance of being best by a model, which is not proved.

import type { CertaintyText } from "@armistice/core/verdict-text"
import { rankOptions } from "./ranking.ts"
import type { Group } from "./results-types.ts"
import { formatCertainty, formatLevel } from "./units.ts"

/** With equal options at most a fifth of experiments ever gets there. */
const leanFrom = 0.8

interface Props {
  readonly words: CertaintyText
  /** The certainty from which a verdict is clear. */
  readonly level: number
  readonly tone: string
}

export function Certainty({ words: { label, share, note }, level, tone }: Props) {
  if (share === null)
    return (
      <p class="certainty text-sm">
        Certainty: <b>none yet</b>
      </p>
    )
  const shown = formatCertainty(share)
  const marks = [
    { at: leanFrom, name: "lean" },
    { at: level, name: "clear" },
  ]
  return (
    <div class="certainty">
      <div class="between">
        <span class="text-sm">{label}</span>
        <b class="certainty-number">{shown}</b>
      </div>
      <svg
        role="img"
        height="34"
        aria-label={`${label}: ${shown}. ${marks.map(({ at, name }) => `From ${formatLevel(at)} on it is called ${name === "lean" ? "leaning" : name}.`).join(" ")}`}
      >
        <rect class="bar-back" width="100%" height="8" y="2" rx="4" />
        <rect
          class={tone === "clear" ? "fill-good" : tone === "lean" ? "fill-accent" : "fill-mark"}
          width={`${(100 * share).toFixed(1)}%`}
          height="8"
          y="2"
          rx="4"
        />
        {marks.map(({ at, name }) => (
          <g key={name}>
            <line class="certainty-mark" x1={`${100 * at}%`} x2={`${100 * at}%`} y1="0" y2="13" />
            <text class="axis-label" x={`${100 * at}%`} y="28" text-anchor={at > 0.9 ? "middle" : "end"}>
              {name} {Math.round(100 * at)}
            </text>
          </g>
        ))}
      </svg>
      <p class="text-xs muted">{note}</p>
    </div>
  )
}

/** If there are more options, only the likeliest are listed. */
const mostListed = 8

export function TechnicalDetails({ group }: { readonly group: Group }) {
  const known = rankOptions(group).flatMap(({ arm, probabilityBest }) =>
    probabilityBest === null ? [] : [{ arm, probabilityBest }],
  )
  if (known.length < 2) return null
  return (
    <details class="technical text-sm">
      <summary>Technical details</summary>
      <p class="text-sm">
        Chance of being the best, by a model of the published totals with their noise. It is not proved, and it does not
        allow for looking often; what is said above rests on the certainty, which does.
      </p>
      <ul class="text-sm">
        {known.slice(0, mostListed).map(({ arm, probabilityBest }) => (
          <li key={arm}>
            {arm}: <b>{formatChance(probabilityBest)}</b>
          </li>
        ))}
      </ul>
    </details>
  )
}

const formatChance = (chance: number): string => (chance < 0.001 ? "less than 0.1\u00a0%" : formatCertainty(chance))
