// Questions for a name: of another option, of a copy, or another one of the experiment.

import { useState } from "preact/hooks"
import { Question } from "../controls/question.tsx"
import { TextField } from "../controls/text-field.tsx"
import type { Detail } from "../results/results-types.ts"
import { countingUnit } from "./people.ts"

interface Props {
  readonly detail: Detail
  readonly onGo: (name: string) => Promise<string | null>
  readonly onClose: () => void
}

/** How many options may still be added. Stopped options count. */
export const roomForOptions = ({ arms, maxArms }: Pick<Detail, "arms" | "maxArms">): number =>
  maxArms === null ? 0 : Math.max(0, maxArms - arms.length)

export function AddQuestion({ detail, onGo, onClose }: Props) {
  const [typed, setTyped] = useState("")
  const name = typed.trim()
  const room = roomForOptions(detail)
  const add = async () => {
    if (name === "") return "Give it a name."
    return detail.arms.includes(name) ? "There is an option of that name." : onGo(name)
  }
  return (
    <Question title="Add an option?" stay="Leave it as it is" go="Add it" startsOnStay onGo={add} onClose={onClose}>
      <TextField id="add-name" label="Name of the new option" maxLength={100} value={typed} onValue={setTyped} />
      <ul>
        <li>
          From the next decision on <b>new {countingUnit(detail)}</b> can be given it. Your program must know what to
          show for this name before you add it.
        </li>
        {detail.sticky && <li>People who have an option keep it.</li>}
        <li>
          {room === 1 ? "It is the last one that can be added." : `After it, ${room - 1} more can be added.`} It can be
          stopped and never removed, and the public ledger says that it was added.
        </li>
      </ul>
    </Question>
  )
}

interface NameProps {
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

export function NameQuestion({ name, isCopy, onGo, onClose }: NameProps) {
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
