// The question before something is done to an experiment, and the request that does it.

import { ClientError } from "@armistice/client"
import { goTo } from "../address.ts"
import { Question } from "../controls/question.tsx"
import { connect, describeError } from "../experiments/connection.ts"
import { quoteName } from "../results/option-names.ts"
import type { Detail, Results } from "../results/results-types.ts"
import { formatDuration, formatMoment } from "../text/times.ts"
import { ExtendQuestion } from "./extend-question.tsx"
import { FinishQuestion } from "./finish-question.tsx"
import { AddQuestion, NameQuestion } from "./name-questions.tsx"
import { ResumeQuestion, StopQuestion } from "./stop-question.tsx"
import { listServed } from "./stopped-options.ts"

export type DialogRequest =
  | { readonly kind: "finish" | "rename" | "copy" | "archive" | "purge" | "extend" | "add" }
  | { readonly kind: "ripe"; readonly ripeSeconds: number }
  /** With `null` the dialog also asks which option. */
  | { readonly kind: "stop"; readonly arm: string | null }
  | { readonly kind: "resume"; readonly arm: string }

interface Props {
  readonly dialog: DialogRequest
  readonly detail: Detail
  /** `null` on tabs that do not show results. */
  readonly results: Results | null
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function ExperimentDialog({ dialog, detail, results, onChanged, onClose }: Props) {
  const { id } = detail
  const experiment = connect().experiment(id)
  /** Gives a sentence where the request fails. */
  const attempt = async (request: () => Promise<unknown>): Promise<string | null> => {
    try {
      await request()
      return null
    } catch (error) {
      return describeFailure(error)
    } finally {
      onChanged()
    }
  }
  const openCopy = (changes: { readonly name: string; readonly horizon?: number }) =>
    attempt(async () => {
      const copy = await connect().createExperiment({ like: id, ...changes })
      goTo(`/experiments/${copy.id}`)
    })
  const common = { detail, onClose }
  switch (dialog.kind) {
    case "finish":
      return (
        <FinishQuestion {...common} results={results} onGo={(options) => attempt(() => experiment.finish(options))} />
      )
    case "extend":
      return (
        <ExtendQuestion
          {...common}
          onExtend={(horizon) => attempt(() => experiment.extend(horizon))}
          onCopy={(name, horizon) => openCopy({ name, horizon })}
        />
      )
    case "add":
      return <AddQuestion {...common} onGo={(name) => attempt(() => experiment.addArm(name))} />
    case "stop":
      return (
        <StopQuestion
          {...common}
          arm={dialog.arm}
          onGo={(arm, reason) => attempt(() => experiment.stopArm(arm, reason === undefined ? {} : { reason }))}
        />
      )
    case "resume":
      return (
        <ResumeQuestion
          {...common}
          arm={dialog.arm}
          onGo={(reason) => attempt(() => experiment.resumeArm(dialog.arm, { reason }))}
        />
      )
    case "ripe": {
      const { ripeSeconds } = dialog
      return (
        <RipeQuestion
          {...common}
          ripeSeconds={ripeSeconds}
          onGo={() => attempt(() => experiment.raiseRipe(ripeSeconds))}
        />
      )
    }
    case "archive":
      return (
        <Question
          title="Archive this experiment?"
          stay="Keep it as it is"
          go="Archive it"
          isDanger
          onGo={() => attempt(experiment.archive)}
          onClose={onClose}
        >
          <ArchiveConsequences detail={detail} />
        </Question>
      )
    case "purge":
      return (
        <Question
          title="Remove every answer for good?"
          stay="Keep them"
          go="Remove them"
          isDanger
          onGo={() => attempt(experiment.purge)}
          onClose={onClose}
        >
          <PurgeConsequences detail={detail} />
        </Question>
      )
    case "rename":
      return (
        <NameQuestion
          name={detail.name}
          isCopy={false}
          onGo={(name) => attempt(() => experiment.edit({ name }))}
          onClose={onClose}
        />
      )
    case "copy":
      return <NameQuestion name={detail.name} isCopy onGo={(name) => openCopy({ name })} onClose={onClose} />
  }
}

/** The service's own sentence, but a purge refused too early says until when answers count. */
function describeFailure(error: unknown): string {
  const { message } = describeError(error)
  if (!(error instanceof ClientError) || error.code !== "rewards_open") return message
  const until = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(message)
  return `Answers still count${until === null ? "" : ` until ${formatMoment(Date.parse(until[0]))}`}. They can be removed after that.`
}

interface RipeProps {
  readonly detail: Pick<Detail, "ripeSeconds">
  readonly ripeSeconds: number
  readonly onGo: () => Promise<string | null>
  readonly onClose: () => void
}

function RipeQuestion({ detail, ripeSeconds, onGo, onClose }: RipeProps) {
  const age = formatDuration(1000 * ripeSeconds)
  return (
    <Question
      title={`Count answers from ${age} on?`}
      stay="Keep it as it is"
      go={`Count from ${age} on`}
      onGo={onGo}
      onClose={onClose}
    >
      <ul>
        <li>
          From now on an answer counts once {age} have passed since its person was given an option
          {detail.ripeSeconds > 0 ? `; so far it was ${formatDuration(1000 * detail.ripeSeconds)}` : ""}. Quick answers
          wait until then, so options are compared at the same age.
        </li>
        <li>New figures come later by that much. Answers that count already stay.</li>
        <li>The public ledger says so, with the day. It can be raised later, never lowered: this cannot be undone.</li>
      </ul>
    </Question>
  )
}

function ArchiveConsequences({ detail }: { readonly detail: Detail }) {
  return (
    <ul>
      <li>Nobody is given an option any more: your program is refused when it asks.</li>
      <li>No answer counts any more, also of people who have days left to answer.</li>
      {detail.status !== "finished" && (
        <li>Nothing is decided: to give everyone the best option, finish it instead.</li>
      )}
      <li>The record stays and can be read and checked. This cannot be undone.</li>
    </ul>
  )
}

function PurgeConsequences({ detail }: { readonly detail: Detail }) {
  const given = [...new Set(listServed(detail).map(({ arm }) => quoteName(arm)))].join(", ")
  return (
    <ul>
      <li>
        <b>Gone for good:</b> every answer, the noise, sums that were not published, and whom each decision was for.
      </li>
      <li>
        <b>What stays:</b> which option was given when, the ledger, and the results. The ledger ends with a line that
        says so; it can still be checked, but no longer recomputed from the answers.
      </li>
      {detail.status === "finished" && (
        <li>
          Everyone new is still given {given}
          {detail.sticky && ", and people who were given another option keep theirs until it is archived"}. New answers
          are not kept.
        </li>
      )}
      <li>
        {detail.status === "finished" && "It is refused while someone has days left to answer. "}This cannot be undone.
      </li>
    </ul>
  )
}
