// For experiments that this tab made as a demo: simulated people, coming or not.

import { useEffect, useState } from "preact/hooks"
import { drive, isDemo, isDriven, onDemoChange, refusalOf, stopDriving } from "./demo.ts"

interface Props {
  readonly id: string
  readonly status: string
}

export function DemoPanel({ id, status }: Props) {
  const [isComing, setComing] = useState(() => isDriven(id))
  useEffect(() => onDemoChange(() => setComing(isDriven(id))), [id])
  if (!isDemo(id)) return null
  const refusal = refusalOf(id)
  return (
    <section class="note between" aria-label="Demo">
      <p>
        This is a demo: simulated people come while this tab is open, and each answers once. In truth the friendly
        reminder works for 55 in 100, the short one for 48, the plain one for 40; the experiment does not know.
      </p>
      {refusal !== null && <p class="problem">The service refused the simulated people: {refusal}.</p>}
      {status === "running" && (
        <button type="button" onClick={() => (isComing ? stopDriving(id) : drive(id))}>
          {isComing ? "Stop sending people" : "Send simulated people"}
        </button>
      )}
    </section>
  )
}
