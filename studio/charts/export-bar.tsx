// The exports of a card: its drawing, its numbers, and the command that prints them.

import type { RefObject } from "preact"
import { CopyButton } from "../controls/copy-button.tsx"
import { drawPicture, formatSource } from "./draw-picture.ts"
import { SaveButtons } from "./save-buttons.tsx"

interface Props {
  /** The name of the files. */
  readonly name: string
  /** The drawing and its title; left out where there is none. */
  readonly drawn?: { readonly place: RefObject<HTMLElement | null>; readonly title: string; readonly note?: string }
  readonly csv?: () => string
  readonly command?: string
  /** Commands for parts of it. */
  readonly parts?: readonly string[]
}

export function ExportBar({ name, drawn, csv, command, parts = [] }: Props) {
  const svg = () => {
    const place = drawn?.place.current ?? null
    if (drawn === undefined || place === null) return null
    return drawPicture(place, { title: drawn.title, source: formatSource(drawn.note) })
  }
  return (
    <div class="takeaway">
      <SaveButtons label={`Save ${name}`} name={name} svg={drawn === undefined ? undefined : svg} csv={csv}>
        {command !== undefined && <CopyButton text={command} label="Copy command" />}
      </SaveButtons>
      {command !== undefined && (
        <details>
          <summary>The command that gives the same</summary>
          <pre>{command}</pre>
          {parts.length > 0 && (
            <>
              <p class="hint">Each method by itself:</p>
              <pre>{parts.join("\n")}</pre>
            </>
          )}
        </details>
      )}
    </div>
  )
}
