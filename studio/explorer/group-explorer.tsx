// The explorer where groups are known: what ignoring, splitting and pooling them lose.

import { resolveTargetEta, type SimulationResult } from "@armistice/lab"
import type { ComponentChildren, RefObject } from "preact"
import { type Axis, logAxis } from "../charts/axis.ts"
import { useComparison } from "../simulation/use-comparison.ts"
import { formatCount } from "../text/numbers.ts"
import { formatGuesses } from "../text/privacy-levels.ts"
import { groupCommand } from "./command-line.ts"
import { GroupBars } from "./group-bars.tsx"
import { GroupPeopleCard } from "./group-people-card.tsx"
import { GroupPriceCard } from "./group-price-card.tsx"
import { findUse, type GroupSettings, groupLaws, groupSpec, mostGroupPeople } from "./groups.ts"
import { RunsChoice } from "./runs-choice.tsx"
import type { ExplorerSettings } from "./settings.ts"
import { listOtherHorizons, useGroupSweep } from "./use-group-sweep.ts"
import "../style/group-explorer.css"
import type { SimulatedComparison } from "../simulation/comparison.ts"
import { formatPrice, formatWhole } from "../text/price.ts"

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
  const simulated = { ...settings, groups, horizon }
  const { law } = groups
  const { title = "", alike: alikeLaw = null } = groupLaws[law] ?? {}
  const differ = useComparison(groupSpec(simulated, law), wanted)
  runsShown.current = differ.runs
  const nothing = { ...groupSpec(simulated, law), algorithms: [] }
  const alike = useComparison(alikeLaw === null ? nothing : groupSpec(simulated, alikeLaw), wanted)
  const laws = alikeLaw === null ? [law] : [law, alikeLaw]
  const sweep = useGroupSweep(simulated, laws, differ.isDone && alike.isDone && differ.failure === null)
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
          command={groupCommand(simulated, law, countRuns(differ))}
        />
        {alikeLaw !== null && (
          <GroupBars
            id="alike"
            title="If the groups are all alike"
            words="The price of asking about groups that do not matter."
            comparison={alike}
            axis={axis}
            command={groupCommand(simulated, alikeLaw, countRuns(alike))}
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
            .map((eta) => groupCommand({ ...simulated, target: { eta } }, law, Math.max(1, sweep.runs)))
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

interface TitleProps {
  readonly differ: SimulatedComparison
  /** Left out where there are no such people. */
  readonly alike?: SimulatedComparison
}

function GroupTitle({ differ, alike }: TitleProps) {
  const [ignore, split, pool] = (["ignore", "split", "pool"] as const).map((use) => findUse(differ, use))
  if (ignore == null || pool == null)
    return (
      <Head>
        <h1 class="result-title">
          {differ.failure === null ? "Simulating …" : "The simulation did not load. It is tried again by itself."}
        </h1>
      </Head>
    )
  const people = formatCount(pool.horizon)
  const saves = pool.regret.mean < ignore.regret.mean
  const [plain, known] = alike === undefined ? [null, null] : [findUse(alike, "ignore"), findUse(alike, "pool")]
  const alone = alike === undefined ? null : findUse(alike, "split")
  return (
    <Head>
      <h1 class="result-title">
        Knowing the group {saves ? "saves" : "costs"}{" "}
        <mark>
          {saves ? formatPrice(ignore.regret, pool.regret) : formatPrice(pool.regret, ignore.regret)} in {people}
        </mark>{" "}
        if groups differ.
        {plain !== null && known !== null && ` If they are alike, it costs ${formatPrice(known.regret, plain.regret)}.`}
      </h1>
      <p class="text-sm muted">
        Pooling loses {describeLoss(pool)} where ignoring the groups loses {formatWhole(ignore.regret.mean)}.
        {split != null &&
          ` Splitting loses ${formatWhole(split.regret.mean)}${alone === null || known === null ? "" : `, but ${formatWhole(alone.regret.mean)} instead of ${formatWhole(known.regret.mean)} where groups are alike`}.`}{" "}
        Simulated {pool.finished} {pool.finished === 1 ? "time" : "times"}.
      </p>
    </Head>
  )
}

const Head = ({ children }: { readonly children: ComponentChildren }) => (
  <div>
    <p class="breadcrumb">What does privacy cost? What does knowing the group bring?</p>
    {children}
  </div>
)

/** "442 (95 % interval 417 to 467)". */
function describeLoss({ regret: { mean, interval } }: SimulationResult): string {
  if (interval === null) return formatWhole(mean)
  return `${formatWhole(mean)} (95\u00a0% interval ${formatWhole(interval.low)} to ${formatWhole(interval.high)})`
}
