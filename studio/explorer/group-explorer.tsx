// The explorer where groups are known: what ignoring, splitting and pooling them lose.

import { resolveTargetEta } from "@armistice/lab"
import type { RefObject } from "preact"
import { type Axis, logAxis } from "../charts/axis.ts"
import { useComparison } from "../simulation/use-comparison.ts"
import { formatCount } from "../text/numbers.ts"
import { formatGuesses } from "../text/privacy-levels.ts"
import { groupCommand } from "./command-line.ts"
import { GroupBars } from "./group-bars.tsx"
import { GroupPeopleCard } from "./group-people-card.tsx"
import { GroupPriceCard } from "./group-price-card.tsx"
import { GroupTitle } from "./group-title.tsx"
import { type GroupSettings, groupLaws, groupSpec, mostGroupPeople } from "./groups.ts"
import { RunsChoice } from "./runs-choice.tsx"
import type { ExplorerSettings } from "./settings.ts"
import { listOtherHorizons, useGroupSweep } from "./use-group-sweep.ts"
import "../style/group-explorer.css"

interface Props {
  readonly settings: ExplorerSettings
  readonly groups: GroupSettings
  /** Where the number of runs goes that the link contains. */
  readonly runsShown: RefObject<number>
  readonly onChange: (part: Partial<ExplorerSettings>) => void
}

export function GroupExplorer({ settings, groups, runsShown, onChange }: Props) {
  const { target, runs: wanted } = settings
  const horizon = Math.min(settings.horizon, mostGroupPeople)
  const played = { ...settings, groups, horizon }
  const { law } = groups
  const { title = "", alike: alikeLaw = null } = groupLaws[law] ?? {}
  const differ = useComparison(groupSpec(played, law), wanted)
  runsShown.current = differ.runs
  const nothing = { ...groupSpec(played, law), algorithms: [] }
  const alike = useComparison(alikeLaw === null ? nothing : groupSpec(played, alikeLaw), wanted)
  const laws = alikeLaw === null ? [law] : [law, alikeLaw]
  const sweep = useGroupSweep(played, laws, differ.isDone && alike.isDone && differ.failure === null)
  const axis = fitLossAxis([...differ.results, ...alike.results].map(({ regret }) => regret.mean))
  const countRuns = (comparison: typeof differ) => Math.max(1, comparison.runs)
  const worlds = laws.map((one, place) => ({
    title: place === 0 ? "Groups differ" : "Groups are alike",
    rows: [...listOtherHorizons(horizon), horizon]
      .sort((a, b) => a - b)
      .map((people) => ({
        horizon: people,
        results:
          people === horizon
            ? (place === 0 ? differ : alike).results
            : (sweep.byPeople.find((row) => row.law === one && row.horizon === people)?.results ?? []),
      })),
  }))
  return (
    <>
      <GroupTitle differ={differ} {...(alikeLaw === null ? {} : { alike })} />
      {horizon < settings.horizon && (
        <p class="note">
          People with groups are simulated one by one: here for {formatCount(horizon)}. The command takes more.
        </p>
      )}
      {differ.failure !== null && <p class="note bad">{differ.failure}</p>}
      <div class="two-columns">
        <GroupBars
          id="differ"
          title={title}
          words={`In ${formatCount(horizon)} people. Each step on the axis is ten times more.`}
          comparison={differ}
          axis={axis}
          command={groupCommand(played, law, countRuns(differ))}
        />
        {alikeLaw !== null && (
          <GroupBars
            id="alike"
            title="If the groups are all alike"
            words="The price of asking about groups that do not matter."
            comparison={alike}
            axis={axis}
            command={groupCommand(played, alikeLaw, countRuns(alike))}
          />
        )}
      </div>
      <div class="price-and-people">
        <GroupPriceCard
          target={target}
          horizon={horizon}
          when={title.replace("If", "people if")}
          here={differ}
          sweep={sweep}
          command={sweep.etas
            .map((eta) => groupCommand({ ...played, target: { eta } }, law, Math.max(1, sweep.runs)))
            .join("\n")}
        />
        <GroupPeopleCard
          guesses={formatGuesses(resolveTargetEta(target))}
          worlds={worlds}
          hasOthers={sweep.byPeople.length > 0}
        />
      </div>
      <RunsChoice runs={wanted} onRuns={(runs) => onChange({ runs })} />
    </>
  )
}

/** One axis for both worlds, with a tick at each power of ten. */
function fitLossAxis(losses: readonly number[]): Axis {
  const [least, most] = [Math.max(1, Math.min(...losses, 10)), Math.max(...losses, 100)]
  const { at, ticks } = logAxis(10 ** Math.floor(Math.log10(least)), 10 ** Math.ceil(Math.log10(most)))
  return { at, ticks: ticks.filter((tick) => Number.isInteger(Math.round(1e6 * Math.log10(tick)) / 1e6)) }
}
