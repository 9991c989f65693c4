// Buttons that save a picture of the results with its title, day and source, save its numbers, or
// copy a link to it.

import type { RefObject } from "preact"
import { drawPicture, formatSource } from "../charts/draw-picture.ts"
import { SaveButtons } from "../charts/save-buttons.tsx"
import { CopyButton } from "../controls/copy-button.tsx"

interface Props {
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

export function PictureButtons({ drawn, name, what, note, at, csv, hasLink = false }: Props) {
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
  /[.!?…]$/.test(name) ? `${name} ${what.charAt(0).toUpperCase()}${what.slice(1)}` : `${name}: ${what}`
