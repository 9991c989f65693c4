// The buttons and menus of an experiment's page, as the key and the experiment's status allow.

import { useState } from "preact/hooks"
import { Menu, type MenuItem } from "../controls/menu.tsx"
import { type Account, may } from "../experiments/account.ts"
import { connect, describeError } from "../experiments/connection.ts"
import { Button } from "../layout/button.tsx"
import { hasEnded } from "../results/ranking.ts"
import type { Detail } from "../results/results-types.ts"
import type { DialogRequest } from "./experiment-dialog.tsx"
import { exportItems } from "./exports.ts"
import { roomForOptions } from "./name-questions.tsx"
import { listRunningOptions } from "./stopped-options.ts"

interface Props {
  readonly detail: Detail
  readonly account: Account
  readonly onOpenDialog: (dialog: DialogRequest) => void
  readonly onChanged: () => void
}

interface Failure {
  readonly message: string
  /** The experiment as it was last read when the request failed. */
  readonly detail: Detail
  /** The service did not answer. */
  readonly isDisconnected: boolean
}

/** A refusal holds until the experiment's status changes, a lost connection until the next read. */
const isStillTrue = ({ detail: before, isDisconnected }: Failure, detail: Detail): boolean =>
  isDisconnected ? before === detail : before.status === detail.status

export function Actions({ detail, account, onOpenDialog, onChanged }: Props) {
  const { id, status } = detail
  const [failure, setFailure] = useState<Failure | null>(null)
  const setProblem = (message: string | null) =>
    setFailure(message === null ? null : { message, detail, isDisconnected: false })
  const change = async (what: "pause" | "resume") => {
    setFailure(null)
    try {
      await connect().experiment(id)[what]()
    } catch (error) {
      const { kind, message } = describeError(error)
      setFailure({ message, detail, isDisconnected: kind === "disconnected" })
    }
    onChanged()
  }
  const problem = failure !== null && isStillTrue(failure, detail) ? failure.message : null
  const mayOperate = may(account, "operate")
  const isOpen = status === "running" || status === "paused"
  const canStop = isOpen && listRunningOptions(detail).length > 1
  const canAdd = isOpen && roomForOptions(detail) > 0
  const more: MenuItem[] = [
    ...(canStop ? [{ label: "Stop an option …", choose: () => onOpenDialog({ kind: "stop", arm: null }) }] : []),
    ...(canAdd ? [{ label: "Add an option …", choose: () => onOpenDialog({ kind: "add" }) }] : []),
    { label: "Rename …", choose: () => onOpenDialog({ kind: "rename" }) },
    { label: "Copy …", choose: () => onOpenDialog({ kind: "copy" }) },
    ...(status === "archived"
      ? []
      : [{ label: "Archive …", isDanger: true, choose: () => onOpenDialog({ kind: "archive" }) }]),
    ...(hasEnded(detail) && detail.purgedAt === null
      ? [{ label: "Purge …", isDanger: true, choose: () => onOpenDialog({ kind: "purge" }) }]
      : []),
  ]
  return (
    <div>
      <div class="row">
        {/* One button, so that it keeps the focus when it becomes the other. */}
        {mayOperate && (status === "running" || status === "paused") && (
          <Button onClick={() => void change(status === "running" ? "pause" : "resume")}>
            {status === "running" ? "Pause" : "Resume"}
          </Button>
        )}
        {may(account, "audit") && <Menu label="Export" items={exportItems(id, setProblem)} />}
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
