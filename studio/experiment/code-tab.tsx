// The Code tab: the two calls in three languages, with this experiment's address and id.

import { useState } from "preact/hooks"
import { CopyButton } from "../controls/copy-button.tsx"
import { readKey } from "../experiments/connection.ts"
import { Button } from "../layout/button.tsx"
import { describeInstall, type Language, languages, type Snippet, writeClientCode } from "./code-snippets.ts"

export function CodeTab({ experiment }: { readonly experiment: Snippet }) {
  const [language, setLanguage] = useState<Language>("TypeScript")
  const code = writeClientCode(language, location.origin, experiment, readKey() !== null)
  const before = describeInstall(language)
  return (
    <section class="card" aria-labelledby="code">
      <h2 id="code">Ask for an option, tell the answer</h2>
      <p>
        Two calls.{" "}
        {experiment.sticky
          ? "The same person is always given the same option; "
          : "A repeated id gives the same option; "}
        repeating a call changes nothing.
      </p>
      <fieldset class="filters" aria-label="Language">
        {languages.map((name) => (
          <Button key={name} class="small" aria-pressed={language === name} onClick={() => setLanguage(name)}>
            {name}
          </Button>
        ))}
      </fieldset>
      {before !== null && (
        <>
          <p class="caption">{before.words}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
          <pre tabIndex={0}>{before.code}</pre>
        </>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <pre tabIndex={0} id="calls">
        {code}
      </pre>
      <div class="export-buttons">
        <CopyButton text={code} label="Copy" />
      </div>
      {readKey() !== null && (
        <p class="caption">
          Your program needs a key that may decide: <code>armistice keys create --role decide</code>.
        </p>
      )}
    </section>
  )
}
