// Pause, resume, finish, archive: what cannot be taken back asks first and says what it means.

import type { ComponentChildren } from "preact"
import { useRef, useState } from "preact/hooks"
import { connect, troubleOf } from "./connection.ts"

interface Props {
  readonly id: string
  readonly status: string
  readonly onChanged: () => void
}

type Change = "pause" | "resume" | "finish" | "archive"

const meanings: Readonly<Record<"finish" | "archive", { title: string; words: ComponentChildren }>> = {
  finish: {
    title: "Finish this experiment?",
    words:
      "Learning ends for good. From then on everyone is given the recommended arm, and answers to earlier decisions count until their time is over. What was released stays in the ledger. This cannot be undone.",
  },
  archive: {
    title: "Archive this experiment?",
    words:
      "It is closed for good and can only be read: no more decisions, and no answer counts any more. This cannot be undone.",
  },
}

export function Actions({ id, status, onChanged }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const [asked, setAsked] = useState<"finish" | "archive">("finish")
  const dialog = useRef<HTMLDialogElement>(null)
  const change = async (what: Change) => {
    setProblem(null)
    try {
      await connect().experiment(id)[what]()
    } catch (error) {
      setProblem(troubleOf(error).words)
    }
    onChanged()
  }
  const ask = (what: "finish" | "archive") => {
    setAsked(what)
    dialog.current?.showModal()
  }
  if (status === "archived") return <p class="note">This experiment is archived: it can be read, and nothing else.</p>
  return (
    <>
      <p class="row">
        {status === "running" && (
          <button type="button" onClick={() => void change("pause")}>
            Pause
          </button>
        )}
        {status === "paused" && (
          <button type="button" onClick={() => void change("resume")}>
            Resume
          </button>
        )}
        {(status === "running" || status === "paused") && (
          <button type="button" class="danger" onClick={() => ask("finish")}>
            Finish …
          </button>
        )}
        {status === "finished" && (
          <button type="button" class="danger" onClick={() => ask("archive")}>
            Archive …
          </button>
        )}
      </p>
      {problem !== null && (
        <p class="note bad" role="alert">
          {problem}
        </p>
      )}
      <dialog ref={dialog} aria-labelledby="ask">
        <h2 id="ask">{meanings[asked].title}</h2>
        <p>{meanings[asked].words}</p>
        <form method="dialog" class="row">
          {/* First, so that Enter alone changes nothing. */}
          <button type="submit">Keep it as it is</button>
          <button type="submit" class="danger" onClick={() => void change(asked)}>
            {asked === "finish" ? "Finish it" : "Archive it"}
          </button>
        </form>
      </dialog>
    </>
  )
}
