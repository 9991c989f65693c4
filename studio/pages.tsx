// The pages by address; each is loaded when it is first shown.

import type { ComponentType, JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { Address, PageProps } from "./address.ts"
import { Home } from "./home/home.tsx"
import { Loading, NotLoaded } from "./layout/states.tsx"

/** A path that ends in "/*" may be followed by more, such as the id of an experiment. */
type Page = readonly [path: string, title: string, load: () => Promise<ComponentType<PageProps>>]

/** In the order in which they are tried. */
const pages: readonly Page[] = [
  ["/explorer/*", "Explorer", async () => (await import("./explorer/explorer.tsx")).Explorer],
  ["/experiments", "Experiments", async () => (await import("./experiments/experiment-list.tsx")).ExperimentList],
  ["/experiments/new", "New experiment", async () => (await import("./new/new-experiment.tsx")).NewExperiment],
  ["/experiments/*", "Experiment", async () => (await import("./experiment/experiment-page.tsx")).ExperimentPage],
  ["/settings/keys", "Settings", async () => (await import("./settings/keys-page.tsx")).KeysPage],
  ["/settings/activity", "Settings", async () => (await import("./settings/activity-page.tsx")).ActivityPage],
  ["/settings/webhooks", "Settings", async () => (await import("./settings/webhooks-page.tsx")).WebhooksPage],
  ["/paper/*", "Paper", async () => (await import("./paper/paper.tsx")).Paper],
  ["/learn/*", "Learn", async () => (await import("./learn/learn.tsx")).Learn],
]

const notFound: Page = ["/*", "Not found", async () => (await import("./not-found/not-found.tsx")).NotFoundPage]

const loaded = new Map<Page, ComponentType<PageProps>>()

const isAt = (at: string, [path]: Page): boolean =>
  path.endsWith("/*") ? `${at}/`.startsWith(path.slice(0, -1)) : at === path

export function usePage(address: Address): { readonly title: string | null; readonly content: JSX.Element } {
  const page = address.path === "/" ? undefined : (pages.find((one) => isAt(address.path, one)) ?? notFound)
  const [, refresh] = useState(0)
  const [failed, setFailed] = useState<Page | null>(null)
  useEffect(() => {
    if (page === undefined || loaded.has(page)) return
    setFailed(null)
    const [, , load] = page
    load().then(
      (component) => {
        loaded.set(page, component)
        refresh((n) => n + 1)
      },
      () => setFailed(page),
    )
  }, [page])
  if (page === undefined) return { title: null, content: <Home /> }
  const [path, title] = page
  const Component = loaded.get(page)
  const rest = path.endsWith("/*") ? address.path.slice(path.length - 1) : ""
  if (Component !== undefined) return { title, content: <Component address={address} rest={rest} /> }
  return { title, content: failed === page ? <NotLoaded /> : <Loading what="page" /> }
}
