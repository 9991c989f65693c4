// The questions before a key is replaced or ended.

import type { ComponentProps } from "preact"
import { useState } from "preact/hooks"
import { Question } from "../controls/question.tsx"
import { RadioChoices } from "../controls/radio-choices.tsx"
import { TextField } from "../controls/text-field.tsx"
import { describeUse, formatEndDay, type Key } from "./key-text.ts"

const day = 86_400
const overlaps = [day, 7 * day, 3600, 0] as const
type Overlap = (typeof overlaps)[number]

const overlapText: Readonly<Record<Overlap, string>> = {
  [day]: "for a day",
  [7 * day]: "for a week",
  3600: "for an hour",
  0: "not at all",
}

interface RotateProps {
  readonly changed: Key
  readonly onRotate: (overlapSeconds: number, ends: string) => Promise<string | null>
  readonly onClose: () => void
}

export function RotateQuestion({ changed, onRotate, onClose }: RotateProps) {
  const [overlap, setOverlap] = useState<Overlap>(day)
  const [ends, setEnds] = useState(formatEndDay(changed.expiresAt))
  return (
    <Question
      title={`Rotate “${changed.name}”?`}
      stay="Keep it"
      go="Rotate it"
      startsOnStay
      onGo={() => onRotate(overlap, ends)}
      onClose={onClose}
    >
      <ul>
        <li>A new key is made and shown once. It may do what the old one may, with the same limits.</li>
        <li>Answers for decisions of the old key count under the new one.</li>
      </ul>
      <RadioChoices
        legend="The old key works on"
        name="overlap"
        values={overlaps}
        value={overlap}
        format={(seconds) => overlapText[seconds]}
        onValue={setOverlap}
      />
      <EndField id="rotate-end" label="The new key ends" value={ends} onValue={setEnds} />
    </Question>
  )
}

/** The day on which a key ends. */
export const EndField = (field: ComponentProps<typeof TextField>) => (
  <TextField {...field} type="date" isShort hint="With the beginning of this day in UTC; left empty: never." />
)

interface RevokeProps {
  readonly revoked: Key
  /** Only the key that was replaced ends; its successor works on. */
  readonly isOld: boolean
  /** This tab uses it. */
  readonly isOwn: boolean
  readonly onRevoke: () => Promise<string | null>
  /** Left out where its successor is there. */
  readonly onRotate?: () => void
  readonly onClose: () => void
}

export function RevokeQuestion({ revoked, isOld, isOwn, onRevoke, onRotate, onClose }: RevokeProps) {
  const used = describeUse(revoked)
  return (
    <Question
      title={isOld ? `End the old key of “${revoked.name}” now?` : `Revoke “${revoked.name}”?`}
      stay={isOld ? "Let it work on" : "Keep it"}
      go={isOld ? "End it" : "Revoke it"}
      isDanger
      startsOnStay
      onGo={onRevoke}
      onClose={onClose}
    >
      <ul>
        <li>
          {used === "not yet" ? (
            "It has not been used to decide or to read yet."
          ) : (
            <>
              It was last used to decide or to read <b>{used}</b>.
            </>
          )}{" "}
          Whether it sent answers is not looked at.
        </li>
        <li>{consequence(revoked)}</li>
        {isOwn && (
          <li>
            <b>This tab uses it</b>: you need another key to go on here.
          </li>
        )}
        <li>
          This cannot be undone.{" "}
          {onRotate !== undefined && (
            <>
              To change a key without a gap,{" "}
              <button type="button" class="as-link" onClick={onRotate}>
                rotate it
              </button>
              : the old one works for a day.
            </>
          )}
        </li>
      </ul>
    </Question>
  )
}

function consequence({ role }: Key): string {
  if (role === "evaluate")
    return "Pages that use it fall back to their default at once. People keep what they were given."
  if (role === "decide") return "Programs that use it are refused at once: they get no options and send no answers."
  return "Programs and people who use it are refused at once."
}
