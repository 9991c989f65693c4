// Exports of a card: its drawing with title, day and source, its numbers, a link, or the command
// that prints them.

import type { RefObject } from "preact"
import { CopyButton } from "../controls/copy-button.tsx"
import { capitalize } from "../text/numbers.ts"
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

interface PictureProps {
  readonly drawn: RefObject<HTMLElement | null>
  /** The experiment's name and what is shown: the title of the picture and the name of the file. */
  readonly name: string
  readonly what: string
  /** How to read the picture. */
  readonly note?: string
  /** When the figures were published. */
  readonly at: string | null
  readonly csv?: () => string
  readonly hasLink?: boolean
}

export function PictureButtons({ drawn, name, what, note, at, csv, hasLink = false }: PictureProps) {
  const title = formatTitle(name, what)
  const file = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
  const svg = () => {
    const source = formatSource(note, at === null ? new Date() : new Date(at))
    return drawn.current === null ? null : drawPicture(drawn.current, { title, source })
  }
  return (
    <SaveButtons label={`Save: ${title}`} name={file} svg={svg} csv={csv}>
      {hasLink && <CopyButton text={() => location.href} label="Copy link" />}
    </SaveButtons>
  )
}

/** "Which one? All options", or with a colon if the name has no end mark. */
const formatTitle = (name: string, what: string): string =>
  /[.!?…]$/.test(name) ? `${name} ${capitalize(what)}` : `${name}: ${what}`
