// How sure it is that the leader is better, on a bar that marks where a verdict leans and where it
// is clear.

import type { CertaintyText } from "@armistice/core/verdict-text"
import { formatCertainty, formatLevel } from "./units.ts"

/**
 * An experiment leans from here on. With equal options at most a fifth of experiments ever gets
 * there.
 */
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
        <rect class={`certainty-fill ${tone}`} width={`${(100 * share).toFixed(1)}%`} height="8" y="2" rx="4" />
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
