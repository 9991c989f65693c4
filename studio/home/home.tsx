// The first page: what Armistice is, an example, a simulated experiment, and where to go.

import { Link } from "../layout/link.tsx"
import "../style/home.css"
import { EntryCards } from "./entry-cards.tsx"
import { ExampleVerdict } from "./example-verdict.tsx"
import { SimulatedExperiment } from "./simulated-experiment.tsx"

export const Home = () => (
  <>
    <div class="hero-columns">
      <section class="hero">
        <h1>Find out what works, without finding out about anyone.</h1>
        <p>
          Armistice tries your options on real people, moves towards the one that works, and keeps each person's answer
          private: up to a limit that you choose, that it proves, and that anyone can check.
        </p>
        <div class="row">
          <Link to="/experiments?demo=start" class="btn primary">
            Watch one run
          </Link>
          <Link to="/experiments/new" class="btn">
            Start your own
          </Link>
        </div>
      </section>
      <ExampleVerdict />
    </div>
    <SimulatedExperiment />
    <EntryCards />
    <div class="learn-link text-sm">
      <span>
        <b>New to this?</b>{" "}
        <span class="muted">Five short pages with figures you can move, from nothing to choosing a privacy level.</span>
      </span>
      <Link to="/learn/bandit">Start with page one</Link>
    </div>
  </>
)
