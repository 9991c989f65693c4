// Whose key this tab has, what it may do, and a link to the settings.

import { describeAccount, may, useAccount } from "../experiments/account.ts"
import { Icon } from "./icon.tsx"
import { Link } from "./link.tsx"

export function AccountBadge({ path }: { readonly path: string }) {
  const account = useAccount()
  if (account === null) return null
  return (
    <>
      <span>{describeAccount(account)}</span>
      {may(account, "operate") && (
        <Link to="/settings/webhooks" class="icon-button" current={path.startsWith("/settings")} label="Settings">
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
