// What one can take away from a figure: the picture, its numbers, and the command that gives the same.

import type { ChartSpec } from "@armistice/lab"
import { useState } from "preact/hooks"
import { CopyButton } from "../controls/copy-button.tsx"
import { useTheme } from "../layout/theme.ts"
import { svgPicture, toPng } from "./picture.ts"
import { saveFile } from "./save-file.ts"

interface Props {
  readonly name: string
  readonly spec: ChartSpec | null
  readonly csv: () => string
  readonly command: string
  /** Commands for parts of it. */
  readonly parts?: readonly string[]
}

export function ExportBar({ name, spec, csv, command, parts = [] }: Props) {
  const theme = useTheme()
  const [problem, setProblem] = useState<string | null>(null)
  const picture = async (kind: "svg" | "png") => {
    if (spec === null) return
    setProblem(null)
    try {
      const svg = svgPicture(spec, theme)
      if (kind === "svg") saveFile(`${name}.svg`, new Blob([svg], { type: "image/svg+xml" }))
      else saveFile(`${name}.png`, await toPng(svg))
    } catch {
      setProblem("This browser could not make the picture. Take the SVG, or use the command.")
    }
  }
  return (
    <div>
      <fieldset class="row" aria-label={`Save ${name}`}>
        <button type="button" class="small" onClick={() => void picture("svg")}>
          SVG
        </button>
        <button type="button" class="small" onClick={() => void picture("png")}>
          PNG
        </button>
        <button
          type="button"
          class="small"
          onClick={() => saveFile(`${name}.csv`, new Blob([csv()], { type: "text/csv" }))}
        >
          CSV
        </button>
        <CopyButton text={command} label="Copy command" />
      </fieldset>
      {problem !== null && <p class="problem">{problem}</p>}
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
    </div>
  )
}
