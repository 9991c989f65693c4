// What one may do with an experiment, by what the key may do and where the experiment stands.

import { useState } from "preact/hooks"
import { Menu, type MenuItem } from "../controls/menu.tsx"
import { connect, troubleOf } from "../experiments/connection.ts"
import { type Me, may } from "../experiments/me.ts"
import type { Detail } from "../results/results-types.ts"
import { roomForOptions } from "./add-question.tsx"
import { exportItems } from "./exports.ts"
import type { Asked } from "./questions.tsx"
import { runningOptions } from "./stopped-options.ts"

interface Props {
  readonly detail: Detail
  readonly me: Me
  readonly onAsk: (asked: Asked) => void
  readonly onChanged: () => void
}

interface Failure {
  readonly words: string
  /** As it was read last when it failed. */
  readonly detail: Detail
  /** The service did not answer. */
  readonly isGone: boolean
}

/** What was refused may be done once the experiment stands elsewhere; a service that answers again is not away. */
const isStillTrue = ({ detail: before, isGone }: Failure, detail: Detail): boolean =>
  isGone ? before === detail : before.status === detail.status

export function Actions({ detail, me, onAsk, onChanged }: Props) {
  const { id, status } = detail
  const [failure, setFailure] = useState<Failure | null>(null)
  const setProblem = (words: string | null) => setFailure(words === null ? null : { words, detail, isGone: false })
  const change = async (what: "pause" | "resume") => {
    setFailure(null)
    try {
      await connect().experiment(id)[what]()
    } catch (error) {
      const { kind, words } = troubleOf(error)
      setFailure({ words, detail, isGone: kind === "gone" })
    }
    onChanged()
  }
  const problem = failure !== null && isStillTrue(failure, detail) ? failure.words : null
  const mayOperate = may(me, "operate")
  const isOpen = status === "running" || status === "paused"
  const canStop = isOpen && runningOptions(detail).length > 1
  const canAdd = isOpen && roomForOptions(detail) > 0
  const more: MenuItem[] = [
    ...(canStop ? [{ label: "Stop an option …", choose: () => onAsk({ stop: null }) }] : []),
    ...(canAdd ? [{ label: "Add an option …", choose: () => onAsk("add") }] : []),
    { label: "Rename …", choose: () => onAsk("rename") },
    { label: "Copy …", choose: () => onAsk("copy") },
    ...(status === "archived" ? [] : [{ label: "Archive …", isDanger: true, choose: () => onAsk("archive") }]),
    ...((status === "finished" || status === "archived") && detail.purgedAt === null
      ? [{ label: "Purge …", isDanger: true, choose: () => onAsk("purge") }]
      : []),
  ]
  return (
    <div>
      <div class="row">
        {/* One button, so that it keeps the focus when it becomes the other. */}
        {mayOperate && (status === "running" || status === "paused") && (
          <button type="button" class="btn" onClick={() => void change(status === "running" ? "pause" : "resume")}>
            {status === "running" ? "Pause" : "Resume"}
          </button>
        )}
        {may(me, "audit") && <Menu label="Export" items={exportItems(id, setProblem)} />}
        {mayOperate && <Menu label="···" name="More" items={more} />}
      </div>
      {problem !== null && (
        <p class="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
