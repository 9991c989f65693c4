// What a chart can be exported as: a picture, its numbers, and the command that prints them.

import type { ChartSpec } from "@armistice/lab"
import { CopyButton } from "../controls/copy-button.tsx"
import { useTheme } from "../layout/theme.ts"
import { chartToSvg } from "./picture.ts"
import { SaveButtons } from "./save-buttons.tsx"

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
  return (
    <div class="takeaway">
      <SaveButtons
        label={`Save ${name}`}
        name={name}
        svg={() => (spec === null ? null : chartToSvg(spec, theme))}
        csv={csv}
      >
        <CopyButton text={command} label="Copy command" />
      </SaveButtons>
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
