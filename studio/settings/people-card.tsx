// The people who are signed in, why they may do what they may, and how to end their sessions.

import { Button } from "../layout/button.tsx"
import { TableHead } from "../layout/table-head.tsx"
import { formatAgo } from "../text/times.ts"
import type { PeopleList } from "./key-requests.ts"
import { roleText } from "./key-text.ts"

type Person = PeopleList["people"][number]

interface Props {
  readonly list: PeopleList
  /** The id of the person who looks; `null`: a key. */
  readonly own: string | null
  readonly onSignOut: (person: Person) => void
}

export const PeopleCard = ({ list, own, onSignOut }: Props) => (
  <section class="card" aria-labelledby="people">
    <div class="between">
      <h2 id="people">People who are signed in</h2>
      <span class="text-sm muted">by {list.provider}</span>
    </div>
    <p class="sub">
      Roles come from the sign-in service: change them there. Signing someone out ends all their sessions.
    </p>
    {list.people.length === 0 ? (
      <p class="sub">Nobody just now.</p>
    ) : (
      <table class="stacked-table settings-table">
        <TableHead columns={["Person", "May", "Because of", "Last here", "Actions"]} />
        <tbody>
          {list.people.map((person) => (
            <tr key={person.id}>
              <th scope="row">
                {person.name}
                <small>{person.sessions === 1 ? "in one browser" : `in ${person.sessions} browsers`}</small>
              </th>
              <td class="full-row">{roleText[person.role].may}</td>
              <td class="full-row text-xs muted">
                {person.groups.length === 1 ? "group" : "groups"}{" "}
                {person.groups.map((group) => `“${group}”`).join(", ")}
              </td>
              <td class="full-row text-xs muted">
                {person.id === own ? "now" : formatAgo(Date.parse(person.lastUsedAt))}
              </td>
              <td class="full-row">
                <div class="row">
                  <Button
                    class="small"
                    onClick={() => onSignOut(person)}
                    aria-label={`Sign out ${person.id === own ? "yourself" : person.name} everywhere`}
                  >
                    Sign out everywhere
                  </Button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)
