// Before an experiment is finished: what that does. Each sentence is what the service does (service/operations/change-status.ts,
// decide.ts, reward.ts); who keeps what depends on whether the same person keeps the same option.

import { Question } from "../controls/question.tsx"
import { named } from "../results/option-names.ts"
import type { Detail } from "../results/results-types.ts"
import { isolated } from "../text/isolated.ts"
import { momentText, windowText } from "../text/times.ts"
import { countedIn, countOf, peopleIn } from "./people.ts"
import { servedIn } from "./served.ts"

interface Props {
  readonly detail: Detail
  readonly onGo: () => Promise<string | null>
  readonly onClose: () => void
}

export function FinishQuestion({ detail, onGo, onClose }: Props) {
  const served = servedIn(detail)
  const isSame = new Set(served.map(({ arm }) => arm)).size === 1
  const people = peopleIn(detail)
  return (
    <Question
      title={
        isSame
          ? `Finish, and give everyone ${named(served[0]?.arm ?? "")}?`
          : "Finish, and give each group its own option?"
      }
      stay="Keep it running"
      go="Finish it"
      onGo={onGo}
      onClose={onClose}
    >
      <ul>
        <li>
          {detail.sticky ? "From now on every new person is given " : "From now on everyone is given "}
          {isSame ? <b>{named(served[0]?.arm ?? "")}</b> : "this, by group: "}
          {!isSame &&
            served.map(({ group, arm }, index) => (
              <span key={group}>
                {index > 0 && ", "}
                {isolated(group ?? "")}: <b>{named(arm)}</b>
              </span>
            ))}
          .{served.some(({ isFallback }) => isFallback) && <FallbackWords served={served} />}
          {detail.sticky &&
            " People who were given another option keep theirs, because the same person keeps the same option."}
        </li>
        <li>No new {countedIn(detail) === "people" ? "person" : "visit"} is learned from.</li>
        {people > 0 && (
          <li>
            Answers of the {countOf(people, detail)} already in it <b>still count</b> until their{" "}
            {windowText(detail.rewardWindowSeconds)} are over ({momentText(windowEnd(detail, Date.now()))} at the
            latest). The figures can still move a little.
          </li>
        )}
        <li>The record stays and can be checked. This cannot be undone.</li>
      </ul>
    </Question>
  )
}

function FallbackWords({ served }: { readonly served: ReturnType<typeof servedIn> }) {
  const groups = served.filter(({ isFallback }) => isFallback).map(({ group }) => group)
  return (
    <>
      {groups.length === served.length
        ? " Nothing was published yet, so this is the option for when nothing is known."
        : ` Nothing was published yet in ${groups.join(", ")}: there it is the option for when nothing is known.`}
    </>
  )
}

/** When the last window of decisions until `from` is over: with private arrivals at the end of a tick. */
const windowEnd = (
  { rewardWindowSeconds, tickSeconds }: Pick<Detail, "rewardWindowSeconds" | "tickSeconds">,
  from: number,
): number => from + 1000 * (rewardWindowSeconds + (tickSeconds ?? 0))
