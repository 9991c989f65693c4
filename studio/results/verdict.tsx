// The verdict of one group: which option, by how much, how sure, what to do.

import type { ComponentChildren } from "preact"
import { DifferenceStrip } from "./difference-strip.tsx"
import { OpenWindows } from "./open-windows.tsx"
import type { Detail, Group, Results } from "./results-types.ts"
import { isOver } from "./standing.ts"
import { type Piece, spokenVerdict } from "./verdict-words.ts"

interface Props {
  readonly group: Group
  readonly results: Results
  readonly detail: Detail
  /** Buttons below the words. */
  readonly children?: ComponentChildren
}

export function Verdict({ group, results, detail, children }: Props) {
  const { level } = results
  const spoken = spokenVerdict(group, { detail, level, isOver: isOver(group, results, detail), status: results.status })
  const name = group.segment === null ? "Verdict" : `Verdict, ${group.segment}`
  return (
    <section class={`verdict ${spoken.tone}`} aria-label={name} data-state={group.state}>
      <div>
        <span class={`chip ${spoken.chipLook}`}>{spoken.chip}</span>
        <h2>{spoken.title}</h2>
        <p class="say">
          <Pieces pieces={spoken.say} />
        </p>
        {children}
      </div>
      {group.segment === null && <DifferenceStrip group={group} detail={detail} />}
      {group.segment === null && group.state === "no_answers" && (
        <OpenWindows group={group} results={results} detail={detail} />
      )}
    </section>
  )
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map((piece, index) => (typeof piece === "string" ? piece : <b key={index}>{piece.strong}</b>))
}
