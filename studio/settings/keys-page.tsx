// The settings of keys and people: who may do what, and how that ends.

import { useState } from "preact/hooks"
import type { PageProps } from "../address.ts"
import { may, recheckAccount, signOut, useAccount } from "../experiments/account.ts"
import { connect, storeKey } from "../experiments/connection.ts"
import { ErrorPage } from "../experiments/error-page.tsx"
import { SignIn } from "../experiments/sign-in.tsx"
import { Button } from "../layout/button.tsx"
import { Loading, NotAnswering } from "../layout/states.tsx"
import { type KeyActions, KeyDialog, type KeyDialogRequest } from "./key-dialogs.tsx"
import { createRequestId, makeKey, sayProblem, useKeys } from "./key-requests.ts"
import { KeyTable } from "./key-table.tsx"
import { changeEnd, type Key, type KeyDraft, readLimit } from "./key-text.ts"
import { NewSecret, newSecretId } from "./new-secret.tsx"
import { PeopleCard } from "./people-card.tsx"
import { SettingsFrame } from "./settings-frame.tsx"

export function KeysPage(_props: PageProps) {
  const account = useAccount()
  const mayManage = may(account, "manage-keys")
  const { data, requestError, refresh } = useKeys(account === null || mayManage)
  const [dialog, setDialog] = useState<KeyDialogRequest | null>(null)
  const [made, setMade] = useState<{ readonly name: string; readonly key: string } | null>(null)

  if (account !== null && !mayManage)
    return <SignIn words="Keys are for those who may administer." onKey={() => location.reload()} />
  if (requestError !== null && (data === null || (requestError.kind === "unauthorized" && made === null)))
    return <ErrorPage requestError={requestError} onAgain={() => void refresh()} />
  if (data === null || account === null) return <Loading what="keys" />

  const { lines, people } = data
  const isFirst = account.role === "local"
  const close = () => setDialog(null)
  const isOwn = (id: string) => account.key?.id === id
  /** A key that is shown must be stored before the next one takes its place. */
  const open = (next: KeyDialogRequest) =>
    made === null ? setDialog(next) : document.getElementById(newSecretId)?.focus()
  const change = (work: () => Promise<unknown>, whenLost?: string) =>
    sayProblem(async () => {
      await work()
      await refresh()
    }, whenLost)
  /** From here on this tab uses the new key where it used the old one, or none. */
  const adopt = (key: string) => {
    storeKey(key)
    return recheckAccount()
  }
  /** Closes the dialog first, which would keep the focus from the new key. */
  const show = (name: string, key: string) => {
    close()
    setMade({ name, key })
  }
  const make = (draft: KeyDraft, idempotencyKey: string) =>
    change(async () => {
      const { name, key } = await makeKey(draft, isFirst, idempotencyKey)
      show(name, key)
      if (isFirst) await adopt(key)
    }, "Try again: no second key is made.")
  const save = ({ id, expiresAt }: Key, { name, experiments, perSecond, ends }: KeyDraft) =>
    change(() =>
      connect(0)
        .key(id)
        .edit({
          name,
          experiments: experiments === null ? null : [...experiments],
          requestsPerSecond: readLimit(perSecond) ?? null,
          ...changeEnd(expiresAt, ends),
        }),
    )
  const rotate = ({ id, expiresAt }: Key, overlapSeconds: number, ends: string) =>
    change(async () => {
      const { name, key } = await connect(0)
        .key(id)
        .rotate({ overlapSeconds, ...changeEnd(expiresAt, ends) })
      show(name, key)
      if (isOwn(id)) await adopt(key)
    }, "If the list shows a rotation, its new key is lost: rotating again makes another one.")
  /** The key first: were it the last that may administer, nothing would end. */
  const revoke = (keys: readonly Key[]) =>
    change(async () => {
      for (const { id } of keys) await connect(0).key(id).revoke()
    })
  const signOutEverywhere: KeyActions["signOut"] = ({ id }) =>
    id === account.person?.id ? sayProblem(() => signOut(true)) : change(() => connect(0).signOutPerson(id))
  return (
    <SettingsFrame account={account} at="/settings/keys">
      {made !== null && (
        <NewSecret
          title={`Key “${made.name}” is ready. It is shown once.`}
          secret={made.key}
          onClose={() => setMade(null)}
        >
          Put it where your program keeps its secrets. Only a fingerprint is kept here, so nobody can show it again; a
          lost key is replaced by a new one.
        </NewSecret>
      )}
      <section class="card" aria-labelledby="keys">
        <div class="between">
          <h2 id="keys">Keys</h2>
          <Button class="primary" onClick={() => open({ kind: "make", idempotencyKey: createRequestId() })}>
            New key
          </Button>
        </div>
        <p class="sub">
          For programs and pages, not for people. What a key changes appears in the activity under its name. “Used” is
          the day of its last decision or read, never of an answer.
        </p>
        {requestError !== null && <NotAnswering />}
        {lines.length === 0 ? (
          <p class="sub">
            {isFirst
              ? "There is none yet, so this service listens on this machine only and asks nobody for one."
              : "There is none yet."}
          </p>
        ) : (
          <KeyTable
            lines={lines}
            onEdit={(key) => setDialog({ kind: "change", key })}
            onRotate={(key) => open({ kind: "rotate", key })}
            onRevoke={(line) => setDialog({ kind: "revoke", line })}
            onEndOld={(key) => setDialog({ kind: "end-old", key })}
          />
        )}
      </section>
      {people.provider !== null && (
        <PeopleCard
          list={people}
          own={account.person?.id ?? null}
          onSignOut={(person) => setDialog({ kind: "sign-out", person })}
        />
      )}
      {dialog !== null && (
        <KeyDialog
          dialog={dialog}
          account={account}
          actions={{ make, save, rotate, revoke, signOut: signOutEverywhere }}
          onRotate={(key) => open({ kind: "rotate", key })}
          onClose={close}
        />
      )}
    </SettingsFrame>
  )
}
