// The pages by address; each is loaded when it is first shown.

import type { ComponentType, JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { Address, PageProps } from "./address.ts"
import { Home } from "./home/home.tsx"
import { Loading, NotLoaded } from "./layout/states.tsx"

interface Page {
  readonly path: string
  /** Nothing may follow the path. */
  readonly isWhole?: boolean
  readonly title: string
  readonly load: () => Promise<ComponentType<PageProps>>
}

const pages: readonly Page[] = [
  { path: "/explorer", title: "Explorer", load: async () => (await import("./explorer/explorer.tsx")).Explorer },
  {
    path: "/experiments",
    isWhole: true,
    title: "Experiments",
    load: async () => (await import("./experiments/experiment-list.tsx")).ExperimentList,
  },
  {
    path: "/experiments/new",
    isWhole: true,
    title: "New experiment",
    load: async () => (await import("./new/new-experiment.tsx")).NewExperiment,
  },
  {
    path: "/experiments",
    title: "Experiment",
    load: async () => (await import("./experiment/experiment-page.tsx")).ExperimentPage,
  },
  {
    path: "/settings/keys",
    isWhole: true,
    title: "Settings",
    load: async () => (await import("./settings/keys-page.tsx")).KeysPage,
  },
  {
    path: "/settings/activity",
    isWhole: true,
    title: "Settings",
    load: async () => (await import("./settings/activity-page.tsx")).ActivityPage,
  },
  {
    path: "/settings/webhooks",
    isWhole: true,
    title: "Settings",
    load: async () => (await import("./settings/webhooks-page.tsx")).WebhooksPage,
  },
  { path: "/paper", title: "Paper", load: async () => (await import("./paper/paper.tsx")).Paper },
  { path: "/learn", title: "Learn", load: async () => (await import("./learn/learn.tsx")).Learn },
]

/** Shown at every other address. */
const notFound: Page = {
  path: "",
  title: "Not found",
  load: async () => (await import("./not-found/not-found.tsx")).NotFoundPage,
}

const loaded = new Map<Page, ComponentType<PageProps>>()

const isAt = (at: string, { path, isWhole = false }: Page): boolean =>
  at === path || (!isWhole && at.startsWith(`${path}/`))

export function usePage(address: Address): { readonly title: string | null; readonly content: JSX.Element } {
  const page = address.path === "/" ? undefined : (pages.find((one) => isAt(address.path, one)) ?? notFound)
  const [, refresh] = useState(0)
  const [failed, setFailed] = useState<Page | null>(null)
  useEffect(() => {
    if (page === undefined || loaded.has(page)) return
    setFailed(null)
    page.load().then(
      (component) => {
        loaded.set(page, component)
        refresh((n) => n + 1)
      },
      () => setFailed(page),
    )
  }, [page])
  if (page === undefined) return { title: null, content: <Home /> }
  const Component = loaded.get(page)
  if (Component !== undefined)
    return {
      title: page.title,
      content: <Component address={address} rest={address.path.slice(page.path.length + 1)} />,
    }
  if (failed === page) return { title: page.title, content: <NotLoaded /> }
  return { title: page.title, content: <Loading what="page" /> }
}
