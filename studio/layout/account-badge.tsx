// The user of this tab and their permissions, how people sign out, and a link to the settings.

import { Menu } from "../controls/menu.tsx"
import { describeAccount, signOut, useAccount } from "../experiments/account.ts"
import { findFirstSettings } from "../settings/settings-places.ts"
import { Icon } from "./icon.tsx"
import { Link } from "./link.tsx"

export function AccountBadge({ path }: { readonly path: string }) {
  const account = useAccount()
  if (account === null) return null
  const settings = findFirstSettings(account)
  return (
    <>
      {account.person === null ? (
        <span>{describeAccount(account)}</span>
      ) : (
        <Menu
          name={`Account: ${describeAccount(account)}`}
          label={
            <>
              <span>{describeAccount(account)}</span>
              <Icon>
                <circle cx="10" cy="6.8" r="3.3" />
                <path d="M3.5 17c.6-3.6 3.2-5 6.5-5s5.9 1.4 6.5 5" />
              </Icon>
            </>
          }
          items={[
            { label: "Sign out", hint: "in this browser", choose: () => void signOut() },
            { label: "Sign out everywhere", hint: "ends all your sessions", choose: () => void signOut(true) },
          ]}
        />
      )}
      {settings !== undefined && (
        <Link to={settings} class="icon-button" current={path.startsWith("/settings")} label="Settings">
          <Icon>
            <path d="M2.5 6h8M15.5 6h2M2.5 14h2M9.5 14h8" />
            <circle cx="13" cy="6" r="2.2" />
            <circle cx="7" cy="14" r="2.2" />
          </Icon>
        </Link>
      )}
    </>
  )
}
