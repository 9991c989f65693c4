// What an experiment is expected to lose and how soon it becomes clear, simulated in a worker while the form is filled in. The figures
// before stay until the next are there, and say what they are for.

import type { ClearForecast, HeldWorker } from "@armistice/lab"
import { useEffect, useState } from "preact/hooks"
import { letGo } from "../controls/let-go.ts"
import { workers } from "../simulation/workers.ts"
import { privacyLevels } from "../text/privacy-levels.ts"
import { type Settings, sharesOf } from "./settings.ts"
import { runsFor, seed, specOf, withEvenShare } from "./simulated.ts"

export interface Forecast {
  readonly settings: Settings
  readonly runs: number
  /** Answers lost with these settings, and with the named levels of privacy instead, by their η. */
  readonly lost: number
  readonly lostAt: ReadonlyMap<number, number>
  /** The same method where everything may be learned about everyone. */
  readonly lostWithoutPrivacy: number
  readonly lostIfHalf: number
  readonly lostByEvenSplit: number
  /** From the guessed lead down; null while it is simulated, empty where that would take too long. */
  readonly clear: readonly ClearForecast[] | null
  /** Whether nothing more will come for these settings. */
  readonly isDone: boolean
}

export type Forecasting = { readonly forecast: Forecast } | { readonly problem: string }

/** A form must rest this long before it is simulated. */
const restMs = 250
/** Beyond it the noise is nothing. */
const noPrivacy = 1000
const mostClearOptions = 20
const mostClearPeople = 100_000

export function useForecast(settings: Settings): Forecasting | null {
  const [known, setKnown] = useState<Forecasting | null>(null)
  const order = JSON.stringify(settings)
  useEffect(() => {
    let stop = () => {}
    const timer = setTimeout(() => {
      const worker = workers.take()
      stop = () => worker.release()
      simulate(worker, JSON.parse(order) as Settings, (forecast) => setKnown({ forecast }))
        .catch((error: Error) => setKnown({ problem: error.message }))
        .finally(stop)
    }, restMs)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [order])
  return known
}

/** Tells what is known as soon as it is; ends without a word once the worker was released. */
async function simulate(worker: HeldWorker, settings: Settings, tell: (forecast: Forecast) => void): Promise<void> {
  const { people, optionCount, groupCount, evenShare, lead } = settings
  const even = (people * lead * (optionCount - 1)) / optionCount
  const all = (method: number, split = even) => groupCount * withEvenShare(evenShare, split, method)
  const known = new Map<string, number>()
  const regret = async (eta: number, share = 1): Promise<number | undefined> => {
    const spec = specOf(settings, eta, share)
    const key = JSON.stringify(spec)
    const mean = known.get(key) ?? (await worker.ask("simulate", spec))?.regret.mean
    if (mean !== undefined) known.set(key, mean)
    return mean
  }
  const own = await regret(sharesOf(settings).answer)
  const half = await regret(sharesOf(settings).answer, 0.5)
  const free = await regret(noPrivacy)
  const lostAt = new Map<number, number>()
  for (const { eta } of privacyLevels) {
    const mean = await regret(sharesOf({ ...settings, eta }).answer)
    if (mean !== undefined) lostAt.set(eta, all(mean))
  }
  if (own === undefined || half === undefined || free === undefined || lostAt.size < privacyLevels.length) return
  const forecast: Forecast = {
    settings,
    runs: runsFor(optionCount),
    lost: all(own),
    lostAt,
    lostWithoutPrivacy: all(free),
    lostIfHalf: all(half, even / 2),
    lostByEvenSplit: groupCount * even,
    clear: optionCount > mostClearOptions ? [] : null,
    isDone: optionCount > mostClearOptions,
  }
  await letGo()
  tell(forecast)
  if (forecast.isDone) return
  const clear: ClearForecast[] = []
  const leads = leadsOf(settings)
  for (const smaller of leads) {
    const found = await worker.ask("peopleUntilClear", {
      horizon: people,
      armCount: optionCount,
      best: settings.best,
      lead: smaller,
      eta: sharesOf(settings).answer,
      evenShare,
      seed,
      runs: Math.max(5, Math.round(80 / optionCount)),
      most: mostClearPeople,
    })
    if (found === undefined) return
    clear.push(found)
    await letGo()
    tell({ ...forecast, clear: [...clear], isDone: clear.length === leads.length })
  }
}

/** The guessed lead, half of it, and the least that matters, where that is smaller still. */
function leadsOf({ lead, worthwhile }: Settings): number[] {
  const half = Number((lead / 2).toPrecision(3))
  return worthwhile > 0 && worthwhile < half ? [lead, half, worthwhile] : [lead, half]
}
