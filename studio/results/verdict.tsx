// The verdict of one group: which option, by how much, how sure, what to do.

import type { TextPiece } from "@armistice/core/verdict-text"
import type { ComponentChildren } from "preact"
import { findStop } from "../experiment/stopped-options.ts"
import { keepPercentTogether } from "../text/numbers.ts"
import { Certainty, TechnicalDetails } from "./certainty.tsx"
import { HarmStrip, LeadStrip } from "./difference-strip.tsx"
import { OpenWindows } from "./open-windows.tsx"
import type { GroupProps } from "./results-types.ts"
import { StopFacts } from "./stopped-notes.tsx"
import { describeVerdict } from "./verdict-text.ts"

interface Props extends GroupProps {
  /** Buttons below the text. */
  readonly children?: ComponentChildren
}

export function Verdict({ group, results, detail, children }: Props) {
  const { level } = results
  const verdict = describeVerdict(group, results, detail)
  const name = group.segment === null ? "Verdict" : `Verdict, ${group.segment}`
  const isAlone = group.segment === null
  return (
    <section class={`verdict ${verdict.tone}`} aria-label={`${name}: ${verdict.title}`} data-state={group.state}>
      <div>
        <span class={`chip ${verdict.chipTone}`}>{verdict.chip}</span>
        <h2>{verdict.title}</h2>
        <p class="summary">
          <Pieces pieces={verdict.sentences} />
        </p>
        {verdict.certainty !== undefined && <Certainty words={verdict.certainty} level={level} tone={verdict.tone} />}
        {children}
        {verdict.certainty !== undefined && <TechnicalDetails group={group} />}
      </div>
      {isAlone && verdict.harm !== undefined && <HarmStrip harm={verdict.harm} group={group} detail={detail} />}
      {isAlone && verdict.harm === undefined && <LeadStrip group={group} detail={detail} />}
      {isAlone && group.state === "no_answers" && verdict.harm === undefined && (
        <OpenWindows group={group} results={results} detail={detail} />
      )}
      {isAlone && verdict.harm !== undefined && findStop(detail, verdict.harm.arm) !== undefined && (
        <StopFacts {...verdict.harm} group={group} results={results} detail={detail} />
      )}
    </section>
  )
}

export function Pieces({ pieces }: { readonly pieces: readonly TextPiece[] }) {
  return pieces.map((piece, index) =>
    typeof piece === "string" ? keepPercentTogether(piece) : <b key={index}>{piece.strong}</b>,
  )
}
