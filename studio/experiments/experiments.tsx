// The experiments: the list, a new one, or one of them.

import type { PageProps } from "../pages.tsx"
import { ExperimentList } from "./experiment-list.tsx"
import { ExperimentPage } from "./experiment-page.tsx"
import { NewExperiment } from "./new-experiment.tsx"

export function Experiments({ rest, address }: PageProps) {
  if (rest === "") return <ExperimentList isDemoWanted={new URLSearchParams(address.query).get("demo") === "start"} />
  if (rest === "new") return <NewExperiment />
  return <ExperimentPage key={rest} id={rest} />
}
