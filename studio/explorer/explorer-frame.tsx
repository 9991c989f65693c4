// The explorer's settings around its results: in a rail, or on narrow screens in a bar and a sheet.

import type { ComponentChildren, RefObject } from "preact"
import { useMemo, useState } from "preact/hooks"
import { Dialog } from "./dialog.tsx"
import { PrivacySlider } from "./privacy-slider.tsx"
import { type ExplorerSettings, writeSettings } from "./settings.ts"
import { SettingsFields } from "./settings-fields.tsx"

interface Props {
  readonly settings: ExplorerSettings
  /** Runs that every method has; 0 until then. */
  readonly runs: RefObject<number>
  readonly onChange: (part: Partial<ExplorerSettings>) => void
  readonly children: ComponentChildren
}

export function ExplorerFrame({ settings, runs, onChange, children }: Props) {
  const [isSheetOpen, setSheetOpen] = useState(false)
  const link = () => `${location.origin}/explorer${writeSettings({ ...settings, runs: runs.current || settings.runs })}`
  const fields = () => <SettingsFields settings={settings} onChange={onChange} link={link} />
  // Memoized: these do not change while someone drags another control.
  const rail = useMemo(fields, [settings])
  return (
    <div class="explorer">
      <aside class="settings-rail card" aria-label="Settings">
        {rail}
      </aside>
      <div class="stack">{children}</div>
      <div class="settings-bar">
        <PrivacySlider target={settings.target} onTarget={(target) => onChange({ target })} />
        <button type="button" class="btn small" onClick={() => setSheetOpen(true)}>
          All settings
        </button>
      </div>
      {isSheetOpen && (
        <Dialog title="All settings" class="settings-sheet" onClose={() => setSheetOpen(false)}>
          {fields()}
        </Dialog>
      )}
    </div>
  )
}
