// Every page and state that the gallery shows. To add a scene, add an entry.

import type { Page } from "playwright-core"
import type { StoryName } from "./fixed-data.ts"

export type Ids = Readonly<Partial<Record<StoryName, string>>>

export interface Scene {
  readonly name: string
  /**
   * A service with all experiments and no keys, one with keys and two experiments, or an empty one.
   */
  readonly on: "full" | "keys" | "empty"
  readonly key?: "admin" | "operate" | "audit" | "decide"
  readonly path: (ids: Ids) => string
  /** A selector that the finished page contains. */
  readonly shows?: string
  /** Brings the page into its state. */
  readonly until?: (page: Page) => Promise<unknown>
}

const of =
  (story: StoryName, query = "") =>
  (ids: Ids): string =>
    `/experiments/${ids[story]}${query}`

/** The first tab of an experiment. */
const results = (name: string, story: StoryName, until?: Scene["until"]): Scene => ({
  name,
  on: "full",
  path: of(story),
  shows: ".verdict .summary",
  ...(until === undefined ? {} : { until }),
})

const page = (name: string, path: string): Scene => ({ name, on: "full", path: () => path })

/** The page of keys and its dialogs. */
function keyScenes(): Scene[] {
  const scene = (name: string, until?: (page: Page) => Promise<unknown>): Scene => ({
    name: `settings-keys${name}`,
    on: "keys",
    key: "admin",
    path: () => "/settings/keys",
    shows: "section[aria-labelledby=keys] tbody tr",
    ...(until === undefined ? {} : { until }),
  })
  return [
    scene(""),
    scene("-newkey", (shown) => shown.click("button:text-is('New key')")),
    scene("-rotate", (shown) => shown.click("button[aria-label='Rotate web page']")),
    scene("-revoke", (shown) => shown.click("button[aria-label='Revoke web page']")),
  ]
}

/** The settings of late answers, which narrow screens show in a sheet. */
async function showLateFields(shown: Page): Promise<void> {
  const more = shown.getByRole("button", { name: "All settings" })
  if (await more.isVisible()) await more.click()
  await shown.getByLabel("Wait for an answer").last().scrollIntoViewIfNeeded()
}

export const scenes: readonly Scene[] = [
  page("home", "/"),
  page("explorer", "/explorer"),
  // A fixed number of runs, so that the picture is the same on every machine.
  page(
    "explorer-20-runs",
    "/explorer?means=0.6,0.5,0.4&horizon=10000&eta=1&algorithms=dp-ts-ucb,gdp-imed,dp-se&runs=20",
  ),
  {
    ...page("explorer-orders", "/explorer?means=0.6,0.5,0.4&horizon=10000&eta=3&runs=20"),
    until: (shown) => shown.getByLabel("Show lower bounds from the literature").check(),
  },
  {
    ...page("explorer-late", "/explorer?means=0.6,0.5&horizon=5000&runs=20&late=exponential,100,0.1,2000,public,1000"),
    shows: "[aria-labelledby=late]",
    until: showLateFields,
  },
  {
    ...page(
      "explorer-late-options",
      "/explorer?means=0.6,0.5&horizon=5000&runs=20&late=exponential,100,0.1,2000,public,1000,silence_0.1_0.4,ripe_500,ignore",
    ),
    shows: "[aria-labelledby=late]",
    until: showLateFields,
  },
  {
    ...page(
      "explorer-successes",
      "/explorer?means=0.12,0.1&horizon=20000&runs=20&late=exponential,500,0,1000,public,successes",
    ),
    shows: "[aria-labelledby=late]",
    until: showLateFields,
  },
  {
    ...page("explorer-context", "/explorer?horizon=10000&eta=1&groups=cross,5,5"),
    shows: "[aria-labelledby=group-people]",
  },
  page("learn", "/learn"),
  ...["bandit", "promise", "thompson", "dp-ts-ucb", "choosing"].map((lesson) =>
    page(`learn-${lesson}`, `/learn/${lesson}`),
  ),
  page("paper", "/paper"),
  page("paper-exhibit", "/paper/equal-privacy"),
  page("paper-errata", "/paper/errata"),
  results("experiment-running", "running"),
  { name: "experiment-people", on: "full", path: of("running", "?tab=people") },
  { name: "experiment-privacy", on: "full", path: of("running", "?tab=privacy") },
  { name: "experiment-code", on: "full", path: of("running", "?tab=code") },
  { name: "experiment-settings", on: "full", path: of("running", "?tab=settings") },
  results("experiment-early", "early"),
  results("experiment-finished", "finished"),
  results("experiment-guardrail", "guardrail"),
  results("experiment-resume", "guardrail", async (shown) => {
    await shown.click("button:has-text('Resume this option')")
    await shown.waitForSelector("dialog[open]")
  }),
  results("experiment-groups", "groups"),
  results("experiment-context", "context"),
  results("experiment-paused", "paused"),
  results("experiment-secret", "secret"),
  { name: "experiment-secret-people", on: "full", path: of("secret", "?tab=people") },
  results("experiment-outstanding", "outstanding"),
  results("experiment-count-later", "outstanding", async (shown) => {
    await shown.click("button:has-text('Count answers from')")
    await shown.waitForSelector("dialog[open]")
  }),
  results("experiment-successes", "successes"),
  results("experiment-finish", "running", async (shown) => {
    await shown.click("button:has-text('Finish')")
    await shown.waitForSelector("dialog[open]")
  }),
  results("experiment-away", "running", async (shown) => {
    await shown.route("**/v1/**", (route) => route.abort())
    await shown.reload()
    await shown.waitForSelector("text=does not answer")
  }),
  page("experiments", "/experiments"),
  page("settings-webhooks", "/settings/webhooks"),
  {
    ...page("settings-webhooks-add", "/settings/webhooks"),
    until: (shown) => shown.click("button:text-is('Add a webhook')"),
  },
  page("experiments-search", "/experiments?q=reminder"),
  page("experiments-found-nothing", "/experiments?q=nothing%20like%20this"),
  { name: "empty", on: "empty", path: () => "/experiments" },
  page("new", "/experiments/new"),
  {
    name: "new-mistakes",
    on: "full",
    path: () => "/experiments/new",
    until: async (shown) => {
      await shown.fill("#name", "Which reminder brings people back?")
      await shown.fill("#option-1", "Plain reminder")
      await shown.fill("#option-2", "Short reminder")
      await shown.click("text=Add an option")
      await shown.fill("#option-3", "Short reminder")
      await shown.fill("#people", "20")
      await shown.click(".btn.primary:visible")
      await shown.waitForSelector(".error-summary")
    },
  },
  {
    name: "new-answers",
    on: "full",
    path: () => "/experiments/new",
    until: (shown) => shown.check("input[name=answers] >> nth=0"),
  },
  {
    name: "new-successes",
    on: "full",
    path: () => "/experiments/new",
    until: (shown) => shown.check("input[name=answers] >> nth=1"),
  },
  {
    name: "new-public-outcomes",
    on: "full",
    path: () => "/experiments/new",
    until: async (shown) => {
      await shown.check("input[name=answers] >> nth=1")
      await shown.fill("#people", "1,000")
      await shown.click("#arrivals-switch")
      await shown.waitForSelector("text=This would make outcomes public.")
    },
  },
  {
    name: "new-context",
    on: "full",
    path: () => "/experiments/new",
    until: async (shown) => {
      await shown.fill("#people", "20,000")
      await shown.check("#attributes-switch")
      await shown.fill("#attribute-1", "device")
      await shown.click("#level-1")
      for (const level of ["phone", "desk", "other"]) {
        await shown.keyboard.type(level)
        await shown.keyboard.press("Enter")
      }
      await shown.keyboard.press("Escape")
      await shown.click("text=Add an attribute")
      await shown.fill("#attribute-2", "age")
      await shown.selectOption("#kind-2", "number")
      await shown.fill("#bands-2", "3")
      await shown.waitForSelector("aside[aria-busy=false] b[data-lost]", { timeout: 120_000 })
    },
  },
  ...keyScenes(),
  { name: "settings-activity", on: "keys", key: "admin", path: () => "/settings/activity", shows: "tbody tr" },
  {
    ...page("settings-keys-first", "/settings/keys"),
    until: (shown) => shown.click("button:text-is('New key')"),
  },
  { name: "sign-in", on: "keys", path: () => "/experiments" },
  { name: "audit-experiments", on: "keys", key: "audit", path: () => "/experiments" },
  { name: "audit-experiment", on: "keys", key: "audit", path: of("early") },
  { name: "audit-new", on: "keys", key: "audit", path: () => "/experiments/new" },
  { name: "decide-experiment", on: "keys", key: "decide", path: of("early") },
  page("not-found", "/experiments/exp_hppFjgr8xzwG"),
  page("not-found-anywhere", "/explore"),
]
