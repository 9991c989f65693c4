// The banner of a demo that this browser created: starts and stops its simulated people.

import { useEffect, useState } from "preact/hooks"
import { findRefusal, hasVisitors, isDemo, onDemoChange, startVisitors, stopVisitors } from "../experiments/demo.ts"
import { demoTruth } from "../experiments/demo-experiment.ts"
import { Button } from "../layout/button.tsx"

/** "55 with the friendly reminder, …": the best first. */
const truth = Object.entries(demoTruth)
  .sort(([, one], [, other]) => other - one)
  .map(([arm, share]) => `${Math.round(100 * share)} with the ${arm.toLowerCase()}`)
  .join(", ")

interface Props {
  readonly id: string
  readonly status: string
}

export function DemoPanel({ id, status }: Props) {
  const [isComing, setComing] = useState(() => hasVisitors(id))
  useEffect(() => onDemoChange(() => setComing(hasVisitors(id))), [id])
  if (!isDemo(id)) return null
  const refusal = findRefusal(id)
  return (
    <section class="note gap-below between" aria-label="Demo">
      <p class="demo-text">
        This is a demo:{" "}
        {status !== "running"
          ? "its people were simulated, and each answered once."
          : isComing
            ? "simulated people come while this tab is open, and each answers once."
            : "its people are simulated, and none come from this tab just now."}{" "}
        Of 100 people {truth} come back: the true rates, hidden from the experiment.
      </p>
      {refusal !== null && <p class="field-error">The service refused the simulated people: {refusal}.</p>}
      {status === "running" && (
        <Button class="small" onClick={() => (isComing ? stopVisitors(id) : startVisitors(id))}>
          {isComing ? "Stop sending people" : "Send simulated people"}
        </Button>
      )}
    </section>
  )
}
