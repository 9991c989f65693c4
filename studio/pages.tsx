// The pages by address. Each is a file of its own, loaded when it is first asked for.

import type { ComponentType, JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { Address } from "./address.ts"
import { Home } from "./home.tsx"
import { Failed, Loading } from "./layout/states.tsx"

/** `rest` is what follows the page's own path, such as the id of an experiment. */
export interface PageProps {
  readonly address: Address
  readonly rest: string
}

interface Page {
  readonly path: string
  readonly title: string
  readonly load: () => Promise<ComponentType<PageProps>>
}

const pages: readonly Page[] = [
  { path: "/explorer", title: "Explorer", load: async () => (await import("./explorer/explorer.tsx")).Explorer },
  {
    path: "/experiments",
    title: "Experiments",
    load: async () => (await import("./experiments/experiments.tsx")).Experiments,
  },
  { path: "/paper", title: "Paper", load: async () => (await import("./paper/paper.tsx")).Paper },
  { path: "/learn", title: "Learn", load: async () => (await import("./learn/learn.tsx")).Learn },
]

const loaded = new Map<string, ComponentType<PageProps>>()

export function usePage(address: Address): { readonly title: string | null; readonly content: JSX.Element } {
  const page = pages.find(({ path }) => address.path === path || address.path.startsWith(`${path}/`))
  const [, refresh] = useState(0)
  const [failed, setFailed] = useState<string | null>(null)
  useEffect(() => {
    if (page === undefined || loaded.has(page.path)) return
    setFailed(null)
    page.load().then(
      (component) => {
        loaded.set(page.path, component)
        refresh((n) => n + 1)
      },
      () => setFailed(page.path),
    )
  }, [page])
  if (address.path === "/") return { title: null, content: <Home /> }
  if (page === undefined)
    return {
      title: "Not found",
      content: <Failed title="There is no such page" what={`Nothing is at ${address.path}.`} />,
    }
  const Component = loaded.get(page.path)
  if (Component !== undefined)
    return {
      title: page.title,
      content: <Component address={address} rest={address.path.slice(page.path.length + 1)} />,
    }
  if (failed === page.path)
    return {
      title: page.title,
      content: (
        <Failed title="This page did not load" what="The service may be down. Start it again, then reload this page." />
      ),
    }
  return { title: page.title, content: <Loading what="page" /> }
}
