// The dialog that is open on the page of keys and people.

import { Question } from "../controls/question.tsx"
import type { Account } from "../experiments/account.ts"
import { RevokeQuestion, RotateQuestion } from "./ending-questions.tsx"
import { KeyQuestion } from "./key-question.tsx"
import type { PeopleList } from "./key-requests.ts"
import type { Key, KeyDraft, KeyLine } from "./key-text.ts"

type Person = PeopleList["people"][number]

export type KeyDialogRequest =
  | { readonly kind: "make"; readonly idempotencyKey: string }
  | { readonly kind: "change"; readonly key: Key }
  | { readonly kind: "rotate"; readonly key: Key }
  | { readonly kind: "revoke"; readonly line: KeyLine }
  | { readonly kind: "end-old"; readonly key: Key }
  | { readonly kind: "sign-out"; readonly person: Person }

/** Each gives a sentence that keeps the dialog open, or null. */
export interface KeyActions {
  readonly make: (draft: KeyDraft, idempotencyKey: string) => Promise<string | null>
  readonly save: (key: Key, draft: KeyDraft) => Promise<string | null>
  readonly rotate: (key: Key, overlapSeconds: number, ends: string) => Promise<string | null>
  readonly revoke: (keys: readonly Key[]) => Promise<string | null>
  readonly signOut: (person: Person) => Promise<string | null>
}

interface Props {
  readonly dialog: KeyDialogRequest
  readonly account: Account
  readonly actions: KeyActions
  /** Asks whether to rotate a key instead. */
  readonly onRotate: (key: Key) => void
  readonly onClose: () => void
}

export function KeyDialog({ dialog, account, actions, onRotate, onClose }: Props) {
  const { make, save, rotate, revoke, signOut } = actions
  const isOwn = ({ id }: Key) => account.key?.id === id
  switch (dialog.kind) {
    case "make":
      return (
        <KeyQuestion
          changed={null}
          isFirst={account.role === "local"}
          onSave={(draft) => make(draft, dialog.idempotencyKey)}
          onClose={onClose}
        />
      )
    case "change": {
      const { key } = dialog
      return <KeyQuestion changed={key} isFirst={false} onSave={(draft) => save(key, draft)} onClose={onClose} />
    }
    case "rotate": {
      const { key } = dialog
      return <RotateQuestion changed={key} onRotate={(overlap, ends) => rotate(key, overlap, ends)} onClose={onClose} />
    }
    case "revoke": {
      const { key, earlier } = dialog.line
      return (
        <RevokeQuestion
          revoked={key}
          isOld={false}
          isOwn={isOwn(key)}
          onRevoke={() => revoke([key, ...earlier])}
          {...(earlier.length === 0 ? { onRotate: () => onRotate(key) } : {})}
          onClose={onClose}
        />
      )
    }
    case "end-old": {
      const { key } = dialog
      return <RevokeQuestion revoked={key} isOld isOwn={isOwn(key)} onRevoke={() => revoke([key])} onClose={onClose} />
    }
    case "sign-out":
      return (
        <Question
          title={`Sign out ${dialog.person.name} everywhere?`}
          stay="Keep them signed in"
          go="Sign them out"
          startsOnStay
          onGo={() => signOut(dialog.person)}
          onClose={onClose}
        >
          <p class="text-sm">
            All their sessions end within half a second. They can sign in again while their groups give them a role:
            take that away at the sign-in service first.
          </p>
        </Question>
      )
  }
}
