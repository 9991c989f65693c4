// What one can take away from a figure of the results: the picture with its title, day and source, its numbers, a link to it.

import type { RefObject } from "preact"
import { SaveButtons } from "../charts/save-buttons.tsx"
import { sourceWords } from "../charts/source-line.ts"
import { CopyButton } from "../controls/copy-button.tsx"
import { figurePicture } from "./figure-picture.ts"

interface Props {
  readonly figure: RefObject<HTMLElement | null>
  /** Above the picture, and the file's name. */
  readonly title: string
  /** When what it shows was known. */
  readonly at: string | null
  readonly csv?: () => string
  readonly hasLink?: boolean
}

export function PictureButtons({ figure, title, at, csv, hasLink = false }: Props) {
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
  const svg = () => {
    const source = sourceWords(at === null ? new Date() : new Date(at))
    return figure.current === null ? null : figurePicture(figure.current, { title, source })
  }
  return (
    <SaveButtons label={`Save: ${title}`} name={name} svg={svg} csv={csv}>
      {hasLink && <CopyButton text={() => location.href} label="Copy link" />}
    </SaveButtons>
  )
}
