// The experiments that the gallery shows, run through the service's API by simulated people. Each
// has its own days and randomness, so it does not depend on the others.

import { seededRandom } from "@armistice/core"
import { demoExperiment, demoTruth } from "../../experiments/demo-experiment.ts"
import type { FixedService } from "./fixed-service.ts"

const hour = 3_600_000
const day = 24 * hour
const week = 604_800

/** A Monday morning. */
const firstDay = Date.UTC(2026, 2, 2, 8)

/** When stores are made: the first story begins two weeks before the first day. */
export const beginning = firstDay - 14 * day

/** When pictures are taken: an hour after the last answer. */
export const today = firstDay + 53 * day + 13 * hour

interface Story {
  readonly request: Readonly<Record<string, unknown>> & { readonly answers: "all" | "successes" }
  /** How often an option works, by group. */
  readonly truth: (option: string, group: string | undefined) => number
  /** The groups of people in turn: a group that comes often is listed often. */
  readonly groups?: readonly string[]
  /** The attribute that the groups are levels of; segments if left out. */
  readonly attribute?: string
  readonly metrics?: (option: string) => Readonly<Record<string, number>>
  /**
   * Hours until someone answers, null for never, by a number from 0 to 1; before the next people
   * come if left out.
   */
  readonly delay?: (option: string, chance: number) => number | null
  /** The day on which it begins, after all that begin before have ended. */
  readonly from: number
  readonly days: number
  readonly peopleADay: number
  /** The last action on it. */
  readonly end?: "finish" | "pause" | "windows"
}

const shared = {
  answers: "all",
  privacy: { eta: 1 },
  protects: "subject",
  sticky: true,
  evenShare: 0.2,
  rewardWindowSeconds: week,
} as const

const stories = {
  finished: {
    request: {
      ...shared,
      name: "Which welcome brings people back?",
      arms: ["today's", "with a name"],
      horizon: 4000,
    },
    truth: (option) => (option === "today's" ? 0.3 : 0.48),
    from: 0,
    days: 10,
    peopleADay: 400,
    end: "finish",
  },
  groups: {
    request: {
      ...shared,
      name: "24 headlines in two countries",
      arms: Array.from({ length: 24 }, (_, n) => `headline ${n + 1}`),
      horizon: 30_000,
      segments: ["north", "south"],
    },
    truth: (option, group) => (option === (group === "north" ? "headline 3" : "headline 17") ? 0.6 : 0.2),
    groups: ["north", "south"],
    from: 11,
    days: 8,
    peopleADay: 1200,
  },
  guardrail: {
    request: {
      ...shared,
      name: "Does a louder button sell more?",
      arms: ["quiet", "loud"],
      horizon: 12_000,
      metrics: [{ name: "complaints", eta: 0.5 }],
    },
    truth: (option) => (option === "loud" ? 0.55 : 0.35),
    metrics: (option) => ({ complaints: option === "loud" ? 0.45 : 0.1 }),
    from: 20,
    days: 8,
    peopleADay: 600,
  },
  paused: {
    request: {
      ...shared,
      name: "Which picture is looked at?",
      arms: ["a hill", "a lake"],
      horizon: 3000,
    },
    truth: (option) => (option === "a lake" ? 0.5 : 0.4),
    from: 29,
    days: 3,
    peopleADay: 300,
    end: "pause",
  },
  secret: {
    request: {
      ...shared,
      name: "Which question is kinder?",
      arms: ["short", "long"],
      horizon: 5000,
      arrivals: "private",
      rewardWindowSeconds: 86_400,
    },
    truth: (option) => (option === "short" ? 0.5 : 0.35),
    from: 33,
    days: 1,
    peopleADay: 1200,
    end: "windows",
  },
  running: {
    // In the gallery people come over days, not seconds.
    request: { ...demoExperiment, rewardWindowSeconds: week },
    truth: (option) => demoTruth[option] ?? 0,
    from: 38,
    days: 12,
    peopleADay: 800,
  },
  successes: {
    request: {
      ...shared,
      name: "Which page sells more?",
      arms: ["plain page", "with a picture"],
      horizon: 2000,
      answers: "successes",
      rewardWindowSeconds: 3 * week,
    },
    truth: (option) => (option === "plain page" ? 0.1 : 0.12),
    delay: (_, chance) => -12 * Math.log(chance),
    from: 51,
    days: 1,
    peopleADay: 400,
  },
  outstanding: {
    request: {
      ...shared,
      name: "Which invitation brings people to the check-up?",
      arms: ["letter", "text message"],
      horizon: 8000,
      privacy: { eta: 0.02 },
      rewardWindowSeconds: 108_000,
    },
    truth: (option) => (option === "letter" ? 0.4 : 0.5),
    delay: (option, chance) => (chance < 0.7 ? (option === "letter" ? 8 : 1) * -Math.log(chance / 0.7) : null),
    from: 52,
    days: 1,
    peopleADay: 300,
  },
  early: {
    request: {
      ...shared,
      name: "Which subject line is opened?",
      arms: ["plain", "a question", "a number"],
      horizon: 20_000,
    },
    truth: () => 0.3,
    from: 53,
    days: 1,
    peopleADay: 120,
  },
  context: {
    request: {
      ...shared,
      name: "Which start page keeps people?",
      arms: ["Pictures", "Short list", "Search first"],
      horizon: 20_000,
      privacy: { eta: 3 },
      context: {
        protection: "none",
        attributes: { device: { levels: ["phone", "desk", "tablet", "other"] } },
      },
    },
    truth: (option, device) =>
      (device === "desk"
        ? { Pictures: 0.3, "Short list": 0.29, "Search first": 0.6 }
        : { Pictures: 0.62, "Short list": 0.3, "Search first": 0.24 })[option] ?? 0,
    attribute: "device",
    groups: ["phone", "phone", "desk", "phone", "desk", "phone", "phone", "desk", "phone", "tablet"],
    from: -12,
    days: 10,
    peopleADay: 1200,
  },
} as const satisfies Readonly<Record<string, Story>>

export type StoryName = keyof typeof stories

export const storyNames = Object.keys(stories) as StoryName[]

/** Runs these stories up to the moment of the pictures, and returns the ids. */
export async function playStories(
  service: FixedService,
  names: readonly StoryName[],
): Promise<Readonly<Partial<Record<StoryName, string>>>> {
  const ids: Partial<Record<StoryName, string>> = {}
  // The seed is the place, so that a story does not change those listed before it.
  const inTime = [...storyNames.entries()].sort(([, one], [, other]) => stories[one].from - stories[other].from)
  for (const [place, name] of inTime)
    if (names.includes(name)) ids[name] = await play(service, stories[name], place + 1)
  await service.moveTo(today)
  if (ids.outstanding !== undefined) await untilCounted(service, ids.outstanding)
  return ids
}

interface Decided {
  readonly results: readonly { readonly decisionId?: string; readonly arm?: string }[]
}

/**
 * People come every three hours from eight in the morning on, and answer before the next ones come.
 */
async function play(service: FixedService, story: Story, seed: number): Promise<string> {
  const { request, truth, groups, attribute, metrics, delay, from, days, peopleADay, end } = story
  const random = seededRandom(seed)
  const visits = 4
  await service.restart(firstDay + from * day, seed)
  const { id } = await service.send<{ id: string }>("/experiments", request)
  let person = 0
  const waiting: Waiting[] = []
  for (let now = from; now < from + days; now++)
    for (let visit = 0; visit < visits; visit++) {
      const time = firstDay + now * day + 3 * hour * visit
      await service.moveTo(time)
      const drawnGroups: (string | undefined)[] = []
      const decisions = Array.from({ length: Math.round(peopleADay / visits) }, () => {
        const group = groups?.[person % groups.length]
        drawnGroups.push(group)
        person += 1
        const who =
          group === undefined ? {} : attribute === undefined ? { segment: group } : { context: { [attribute]: group } }
        return { subject: `person-${person}`, ...who }
      })
      const { results } = await service.send<Decided>(`/experiments/${id}/decisions:batch`, { decisions })
      const rewards = results.map(({ decisionId, arm = "" }, which) => {
        const rates = Object.entries(metrics?.(arm) ?? {})
        const values = Object.fromEntries(rates.map(([name, rate]) => [name, random.uniform() < rate ? 1 : 0]))
        const value = random.uniform() < truth(arm, drawnGroups[which]) ? 1 : 0
        return { decisionId, value, ...(rates.length === 0 ? {} : { metrics: values }) }
      })
      if (delay === undefined) {
        await service.moveTo(time + 2 * hour)
        await service.send(`/experiments/${id}/rewards:batch`, { rewards })
        continue
      }
      for (const [which, reward] of rewards.entries()) {
        const hours = delay(results[which]?.arm ?? "", 1 - random.uniform())
        // Only successes are sent.
        if (hours === null || (request.answers === "successes" && reward.value === 0)) continue
        waiting.push({ due: time + hours * hour, reward })
      }
      const next = time + 2 * hour
      await service.moveTo(next)
      await sendDue(service, id, waiting, next)
    }
  if (end === "windows") await closeWindows(service, id, firstDay + (from + days + 2) * day)
  else if (end !== undefined) await service.send(`/experiments/${id}/${end}`, {}, "POST")
  return id
}

interface Waiting {
  readonly due: number
  readonly reward: object
}

async function sendDue(service: FixedService, id: string, waiting: Waiting[], now: number): Promise<void> {
  const rewards = waiting.filter(({ due }) => due <= now).map(({ reward }) => reward)
  waiting.splice(0, waiting.length, ...waiting.filter(({ due }) => due > now))
  if (rewards.length > 0) await service.send(`/experiments/${id}/rewards:batch`, { rewards })
}

/** The service counts answers by age a little after decisions reach that age. */
async function untilCounted(service: FixedService, id: string): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    const { segments } = await service.send<{ segments: readonly { sharesDiffer: unknown }[] }>(
      `/experiments/${id}/results`,
    )
    if (segments.every(({ sharesDiffer }) => sharesDiffer !== null)) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** The service closes windows a little after they end. */
async function closeWindows(service: FixedService, id: string, time: number): Promise<void> {
  await service.moveTo(time)
  let before = "none"
  for (let same = 0; same < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 700))
    const { entries } = await service.send<{ entries: readonly unknown[] }>(`/experiments/${id}/ledger`)
    const now = String(entries.length)
    same = now === before && entries.length > 1 ? same + 1 : 0
    before = now
  }
}
