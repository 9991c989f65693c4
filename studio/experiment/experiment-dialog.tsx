// What is asked before something is done to an experiment: what it means, what goes and what stays.

import { ClientError } from "@armistice/client"
import { useState } from "preact/hooks"
import { goTo } from "../address.ts"
import { Question } from "../controls/question.tsx"
import { connect, describeError } from "../experiments/connection.ts"
import type { Detail, Results } from "../results/results-types.ts"
import { formatMoment } from "../text/times.ts"
import { AddQuestion } from "./add-question.tsx"
import { ArchiveConsequences, PurgeConsequences } from "./ending-consequences.tsx"
import { ExtendQuestion } from "./extend-question.tsx"
import { FinishQuestion } from "./finish-question.tsx"
import { RipeQuestion } from "./ripe-question.tsx"
import { ResumeQuestion, StopQuestion } from "./stop-question.tsx"

export type DialogRequest =
  | "finish"
  | "rename"
  | "copy"
  | "archive"
  | "purge"
  | "extend"
  | "add"
  | { readonly ripeSeconds: number }
  /** Null: which one is asked, too. */
  | { readonly stop: string | null }
  | { readonly resume: string }

interface Props {
  readonly asked: DialogRequest
  readonly detail: Detail
  /** What the page shows of them; null on tabs without. */
  readonly results: Results | null
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function ExperimentDialog({ asked: dialog, detail, results, onChanged, onClose }: Props) {
  const { id } = detail
  const [name, setName] = useState(dialog === "copy" ? copyName(detail.name) : detail.name)
  const experiment = connect().experiment(id)
  const done = async (what: () => Promise<unknown>) => {
    const words = await attempt(what)
    onChanged()
    return words
  }
  const openCopy = async (changes: { readonly name: string; readonly horizon?: number }) =>
    goTo(`/experiments/${(await connect().createExperiment({ like: id, ...changes })).id}`)
  if (dialog === "finish")
    return (
      <FinishQuestion
        detail={detail}
        results={results}
        onGo={(options) => done(() => experiment.finish(options))}
        onClose={onClose}
      />
    )
  if (dialog === "extend")
    return (
      <ExtendQuestion
        detail={detail}
        onExtend={(horizon) => done(() => experiment.extend(horizon))}
        onCopy={(name, horizon) => done(() => openCopy({ name, horizon }))}
        onClose={onClose}
      />
    )
  if (dialog === "add")
    return <AddQuestion detail={detail} onGo={(name) => done(() => experiment.addArm(name))} onClose={onClose} />
  if (typeof dialog === "object" && "stop" in dialog)
    return (
      <StopQuestion
        detail={detail}
        arm={dialog.stop}
        onGo={(arm, reason) => done(() => experiment.stopArm(arm, reason === undefined ? {} : { reason }))}
        onClose={onClose}
      />
    )
  if (typeof dialog === "object" && "resume" in dialog)
    return (
      <ResumeQuestion
        detail={detail}
        arm={dialog.resume}
        onGo={(reason) => done(() => experiment.resumeArm(dialog.resume, { reason }))}
        onClose={onClose}
      />
    )
  if (typeof dialog === "object")
    return (
      <RipeQuestion
        detail={detail}
        ripeSeconds={dialog.ripeSeconds}
        onGo={() => done(() => experiment.raiseRipe(dialog.ripeSeconds))}
        onClose={onClose}
      />
    )
  if (dialog === "archive" || dialog === "purge") {
    const words =
      dialog === "archive"
        ? { title: "Archive this experiment?", stay: "Keep it as it is", go: "Archive it" }
        : { title: "Remove every answer for good?", stay: "Keep them", go: "Remove them" }
    return (
      <Question {...words} isDanger onGo={() => done(experiment[dialog])} onClose={onClose}>
        {dialog === "archive" ? <ArchiveConsequences detail={detail} /> : <PurgeConsequences detail={detail} />}
      </Question>
    )
  }
  const isCopy = dialog === "copy"
  return (
    <Question
      title={isCopy ? "Start another one like this?" : "Give it another name"}
      stay={isCopy ? "Not now" : "Keep the name"}
      go={isCopy ? "Create the copy" : "Rename it"}
      onGo={async () =>
        name.trim() === ""
          ? "Give it a name."
          : done(() => (isCopy ? openCopy({ name: name.trim() }) : experiment.edit({ name: name.trim() })))
      }
      onClose={onClose}
    >
      {isCopy ? (
        <p class="text-sm">
          A new experiment with the same options, people to learn from and privacy. It starts from nothing: no people,
          no figures. Someone who takes part in both can be learned about in both.
        </p>
      ) : (
        <p class="text-sm">Only what people call it changes; its id and all that was fixed stay.</p>
      )}
      <div class="field">
        <label for="asked-name">Name</label>
        <input
          class="input"
          id="asked-name"
          maxLength={200}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </div>
    </Question>
  )
}

/** Names have at most 200 characters. */
const copyName = (name: string): string => `Copy of ${name}`.slice(0, 200)

async function attempt(what: () => Promise<unknown>): Promise<string | null> {
  try {
    await what()
    return null
  } catch (error) {
    return describeFailure(error)
  }
}

/** The service's own words, except where people without its words may well meet them. */
function describeFailure(error: unknown): string {
  const { message } = describeError(error)
  if (!(error instanceof ClientError) || error.code !== "rewards_open") return message
  const until = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(message)
  return `Answers still count${until === null ? "" : ` until ${formatMoment(Date.parse(until[0]))}`}. They can be removed after that.`
}
