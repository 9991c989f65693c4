// The verdict of one group: which option, by how much, how sure, what to do.

import type { ComponentChildren } from "preact"
import { findStop } from "../experiment/stopped-options.ts"
import { Certainty } from "./certainty.tsx"
import { HarmStrip } from "./harm-strip.tsx"
import { LeadStrip } from "./lead-strip.tsx"
import { OpenWindows } from "./open-windows.tsx"
import type { Detail, Group, Results } from "./results-types.ts"
import { StopFacts } from "./stop-facts.tsx"
import { TechnicalDetails } from "./technical-details.tsx"
import type { TextPiece } from "./verdict-parts.ts"
import { describeVerdict } from "./verdict-text.ts"

interface Props {
  readonly group: Group
  readonly results: Results
  readonly detail: Detail
  /** Buttons below the text. */
  readonly children?: ComponentChildren
}

export function Verdict({ group, results, detail, children }: Props) {
  const { level } = results
  const spoken = describeVerdict(group, results, detail)
  const name = group.segment === null ? "Verdict" : `Verdict, ${group.segment}`
  const isAlone = group.segment === null
  return (
    <section class={`verdict ${spoken.tone}`} aria-label={`${name}: ${spoken.title}`} data-state={group.state}>
      <div>
        <span class={`chip ${spoken.chipLook}`}>{spoken.chip}</span>
        <h2>{spoken.title}</h2>
        <p class="summary">
          <Pieces pieces={spoken.say} />
        </p>
        {spoken.certainty !== undefined && <Certainty words={spoken.certainty} level={level} tone={spoken.tone} />}
        {children}
        {spoken.certainty !== undefined && <TechnicalDetails group={group} />}
      </div>
      {isAlone && spoken.harm !== undefined && <HarmStrip harm={spoken.harm} group={group} detail={detail} />}
      {isAlone && spoken.harm === undefined && <LeadStrip group={group} detail={detail} />}
      {isAlone && group.state === "no_answers" && spoken.harm === undefined && (
        <OpenWindows group={group} results={results} detail={detail} />
      )}
      {isAlone && spoken.harm !== undefined && findStop(detail, spoken.harm.arm) !== undefined && (
        <StopFacts {...spoken.harm} group={group} results={results} detail={detail} />
      )}
    </section>
  )
}

function Pieces({ pieces }: { readonly pieces: readonly TextPiece[] }) {
  return pieces.map((piece, index) => (typeof piece === "string" ? piece : <b key={index}>{piece.strong}</b>))
}
