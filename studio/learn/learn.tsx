// The list of lessons, or one of them with links to its neighbours.

import type { PageProps } from "../address.ts"
import { Link } from "../layout/link.tsx"
import { Failed } from "../layout/states.tsx"
import "../style/reading.css"
import { lessons } from "./lessons.ts"

export function Learn({ rest }: PageProps) {
  if (rest === "") return <Contents />
  const index = lessons.findIndex(({ path }) => path === rest)
  const lesson = lessons[index]
  if (lesson === undefined)
    return (
      <Failed title="There is no such lesson" what="There are five lessons.">
        <p>
          <Link to="/learn">All lessons</Link>
        </p>
      </Failed>
    )
  const [before, next] = [lessons[index - 1], lessons[index + 1]]
  return (
    <article key={lesson.path} class="reading lesson">
      <p class="breadcrumb">
        <Link to="/learn">Learn</Link> · {index + 1} of {lessons.length}
      </p>
      <h1>{lesson.title}</h1>
      <lesson.Content />
      <nav class="lesson-nav" aria-label="Lessons">
        {before === undefined ? (
          <span />
        ) : (
          <Link to={`/learn/${before.path}`} class="btn">
            Back: {before.title}
          </Link>
        )}
        {next === undefined ? (
          <Link to="/explorer" class="btn primary">
            Now choose for yourself: the explorer
          </Link>
        ) : (
          <Link to={`/learn/${next.path}`} class="btn primary">
            Next: {next.title}
          </Link>
        )}
      </nav>
    </article>
  )
}

function Contents() {
  return (
    <div class="reading">
      <h1>Learn it in five short pages</h1>
      <p class="summary">No formulas needed. Every figure moves; most are simulated as you look.</p>
      <ol class="card-list">
        {lessons.map(({ path, title, about }, index) => (
          <li key={path}>
            <Link to={`/learn/${path}`} class="card">
              <span class="lesson-number" aria-hidden="true">
                {index + 1}
              </span>
              <h2>{title}</h2>
              <p>{about}</p>
            </Link>
          </li>
        ))}
      </ol>
    </div>
  )
}
