// Asks for the name of a copy, or another name for the experiment itself.

import { useState } from "preact/hooks"
import { Question } from "../controls/question.tsx"
import { TextField } from "../controls/text-field.tsx"

interface Props {
  readonly name: string
  readonly isCopy: boolean
  readonly onGo: (name: string) => Promise<string | null>
  readonly onClose: () => void
}

const copyText = {
  title: "Start another one like this?",
  stay: "Not now",
  go: "Create the copy",
  consequence:
    "A new experiment with the same options, people to learn from and privacy. It starts from nothing: no people, no figures. Someone who takes part in both can be learned about in both.",
}

const renameText = {
  title: "Give it another name",
  stay: "Keep the name",
  go: "Rename it",
  consequence: "Only what people call it changes; its id and all that was fixed stay.",
}

const longestName = 200

export function NameQuestion({ name, isCopy, onGo, onClose }: Props) {
  const [typed, setTyped] = useState(isCopy ? `Copy of ${name}`.slice(0, longestName) : name)
  const { consequence, ...text } = isCopy ? copyText : renameText
  const goAhead = async () => (typed.trim() === "" ? "Give it a name." : onGo(typed.trim()))
  return (
    <Question {...text} onGo={goAhead} onClose={onClose}>
      <p class="text-sm">{consequence}</p>
      <TextField id="experiment-name" label="Name" maxLength={longestName} value={typed} onValue={setTyped} />
    </Question>
  )
}
