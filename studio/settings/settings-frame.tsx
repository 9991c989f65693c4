// The frame of every page of settings: what the account may do, the list of pages, and the page.

import type { ComponentChildren } from "preact"
import { type Account, describeRights } from "../experiments/account.ts"
import { Link } from "../layout/link.tsx"
import { listSettings } from "./settings-places.ts"
import "../style/experiments.css"
import "../style/settings.css"

interface Props {
  readonly account: Account
  /** The path of the page that is shown. */
  readonly at: string
  readonly children: ComponentChildren
}

export const SettingsFrame = ({ account, at, children }: Props) => (
  <>
    <div class="page-head list-head">
      <div>
        <h1>Settings</h1>
        <div class="facts text-sm muted">
          <span>{describeRights(account)}</span>
        </div>
      </div>
    </div>
    <div class="settings-columns">
      <nav class="settings-pages text-sm" aria-label="Settings">
        {listSettings(account).map(({ path, name }) => (
          <Link key={path} to={path} current={path === at}>
            {name}
          </Link>
        ))}
      </nav>
      <div class="stack">{children}</div>
    </div>
  </>
)
