// The consequences of archiving and purging. Each sentence describes what the service does
// (service/operations/change-status.ts, purge.ts, decide.ts, reward.ts).

import { quoteName } from "../results/option-names.ts"
import type { Detail } from "../results/results-types.ts"
import { listServed } from "./served.ts"

export function ArchiveConsequences({ detail }: { readonly detail: Detail }) {
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

export function PurgeConsequences({ detail }: { readonly detail: Detail }) {
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
