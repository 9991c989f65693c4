// The list before there is any experiment: offers the demo and a new experiment.

import type { ComponentChildren } from "preact"
import type { Axis } from "../charts/axis.ts"
import { GridLines, Interval } from "../charts/interval-mark.tsx"

const axis: Axis = { ticks: [0, 25, 50, 75, 100], at: (percent) => percent }
/** They illustrate how an interval shrinks as people come. */
const intervals = [
  { people: "50", low: 20, middle: 50, high: 80, isLead: false },
  { people: "500", low: 34, middle: 48, high: 62, isLead: false },
  { people: "5,000", low: 51, middle: 54, high: 57, isLead: true },
]

/** `children` are the buttons; `null` where the key may not create anything. */
export function EmptyList({ children }: { readonly children: ComponentChildren }) {
  return (
    <>
      <section class="card empty-list">
        <div>
          <h2>Nothing is being tried yet.</h2>
          <p class="intro">
            {children === null
              ? "This key may read experiments, and there are none yet. They appear here once someone who may operate creates one."
              : "Watch one first: the demo sends simulated people through a real experiment, and within a minute you see the first figures come in."}
          </p>
          {children !== null && <div class="row">{children}</div>}
        </div>
        <figure>
          <p class="text-xs muted">What you will see, after 50, 500 and 5,000 people</p>
          {intervals.map(({ people, low, middle, high, isLead }) => (
            <div class="example-row" key={people}>
              <span class={isLead ? "numeric bold" : "numeric muted"}>{people}</span>
              <svg aria-hidden="true" height="34">
                <GridLines axis={axis} />
                <Interval
                  {...{ axis, low, high }}
                  value={middle}
                  tone={isLead ? " lead" : ""}
                  radius={isLead ? 6.5 : 5}
                />
              </svg>
            </div>
          ))}
          <p class="text-xs muted">The bar is what is not yet known.</p>
        </figure>
      </section>
      <ol class="steps text-sm muted">
        <li>
          <b>1. Name two or more options</b>and what counts as success.
        </li>
        <li>
          <b>2. Choose how private</b>in plain words; the plan says what it costs.
        </li>
        <li>
          <b>3. Add two calls to your program</b>one asks for an option, one tells the answer.
        </li>
      </ol>
    </>
  )
}
