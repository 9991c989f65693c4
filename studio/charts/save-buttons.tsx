// Buttons that save a chart as SVG or PNG, and its numbers as CSV.

import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { Button } from "../layout/button.tsx"
import { saveFile, toPng } from "./save-file.ts"

interface Props {
  readonly label: string
  /** The file name without its extension. */
  readonly name: string
  /** Null while there is no picture; left out where there never is one. */
  readonly svg?: (() => string | null) | undefined
  readonly csv?: (() => string) | undefined
  readonly children?: ComponentChildren
}

export function SaveButtons({ label, name, svg, csv, children }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (kind: "svg" | "png") => {
    const picture = svg?.() ?? null
    if (picture === null) return
    setProblem(null)
    try {
      saveFile(
        `${name}.${kind}`,
        kind === "svg" ? new Blob([picture], { type: "image/svg+xml" }) : await toPng(picture),
      )
    } catch {
      setProblem("This browser could not make the PNG. Take the SVG.")
    }
  }
  return (
    <fieldset class="export-buttons" aria-label={label}>
      {csv !== undefined && (
        <Button class="small" onClick={() => saveFile(`${name}.csv`, new Blob([csv()], { type: "text/csv" }))}>
          CSV
        </Button>
      )}
      {svg !== undefined &&
        (["svg", "png"] as const).map((kind) => (
          <Button key={kind} class="small" onClick={() => void save(kind)}>
            {kind.toUpperCase()}
          </Button>
        ))}
      {children}
      {problem !== null && (
        <p class="field-error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
