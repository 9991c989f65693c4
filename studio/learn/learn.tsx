// The lessons: their list, or one of them with the way on.

import { Link } from "../layout/link.tsx"
import { Failed } from "../layout/states.tsx"
import type { PageProps } from "../pages.tsx"
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
  const next = lessons[index + 1]
  return (
    <article key={lesson.path} class="lesson">
      <p class="hint">
        <Link to="/learn">Learn</Link> · {index + 1} of {lessons.length}
      </p>
      <h1>{lesson.title}</h1>
      <lesson.Content />
      <p class="row">
        {next === undefined ? (
          <Link to="/explorer" class="button primary">
            Now choose for yourself: the explorer
          </Link>
        ) : (
          <Link to={`/learn/${next.path}`} class="button primary">
            Next: {next.title}
          </Link>
        )}
      </p>
    </article>
  )
}

function Contents() {
  return (
    <>
      <h1>Learn it in five short pages</h1>
      <p class="lead">No formulas needed. Every figure moves; most are simulated as you look.</p>
      <ol class="cards narrow">
        {lessons.map(({ path, title, about }, index) => (
          <li key={path} class="panel">
            <h2>
              <Link to={`/learn/${path}`}>
                {index + 1}. {title}
              </Link>
            </h2>
            <p>{about}</p>
          </li>
        ))}
      </ol>
    </>
  )
}
