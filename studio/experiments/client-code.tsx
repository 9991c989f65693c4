// How to use this experiment from a program: the same two calls in three languages, with its own address and id.

import { useState } from "preact/hooks"
import { CopyButton } from "../controls/copy-button.tsx"
import { clientCode, type Language, languages, type Snippet } from "./code-snippets.ts"
import { keyNow } from "./connection.ts"

export function ClientCode({ experiment }: { readonly experiment: Snippet }) {
  const [language, setLanguage] = useState<Language>("curl")
  const code = clientCode(language, location.origin, experiment, keyNow() !== null)
  return (
    <section class="panel" aria-labelledby="code">
      <h2 id="code">Use it from a program</h2>
      <p>Ask for an arm when a person comes; tell the answer when it is known. A repeated id gives the same arm.</p>
      <fieldset>
        <legend>Language</legend>
        <div class="choices">
          {languages.map((name) => (
            <label key={name}>
              <input type="radio" name="language" checked={language === name} onChange={() => setLanguage(name)} />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{code}</pre>
      <CopyButton text={code} label="Copy" />
    </section>
  )
}
