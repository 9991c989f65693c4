// The first page: what this is, in two sentences, and where to go.

import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Link } from "./layout/link.tsx"

const doors = [
  {
    to: "/explorer",
    title: "See what privacy costs",
    about: "Set the arms, the length and the privacy you want; watch what each method loses, simulated as you drag.",
  },
  {
    to: "/experiments",
    title: "Run an experiment",
    about: "Create one, drive it with simulated people, and watch its promise, its spending and its ledger.",
  },
  {
    to: "/paper",
    title: "The paper, checked",
    about: "Every figure and claim of the 2025 paper, run again, with what holds and what does not.",
  },
  {
    to: "/learn",
    title: "Learn it in five pages",
    about: "What a bandit is, what the promise means, and how to choose it, with figures you can move.",
  },
]

export function Home() {
  // After the text: simulating and drawing take more to load than the whole page.
  const [Figure, setFigure] = useState<ComponentType | null>(null)
  useEffect(() => {
    void import("./home-figure.tsx").then(({ HomeFigure }) => setFigure(() => HomeFigure))
  }, [])
  return (
    <>
      <h1>A truce between privacy and regret</h1>
      <p class="lead">
        An adaptive experiment tries several options and shifts towards the one that works. Armistice runs such
        experiments so that nobody, looking at what was chosen, can tell what any one person answered.
      </p>
      <p class="row">
        <Link to="/experiments?demo=start" class="button primary">
          Watch a live demo
        </Link>
        <Link to="/learn" class="button">
          Start from nothing
        </Link>
      </p>
      <ul class="cards">
        {doors.map(({ to, title, about }) => (
          <li key={to} class="panel">
            <h2>
              <Link to={to}>{title}</Link>
            </h2>
            <p>{about}</p>
          </li>
        ))}
      </ul>
      {Figure !== null && <Figure />}
    </>
  )
}
