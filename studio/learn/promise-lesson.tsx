// Lesson 2: η as the distance of two bell curves, and what it lets an attacker learn.

import { gdpGuarantee } from "@armistice/core"
import { describeAttack } from "@armistice/core/text"
import { shortNumber } from "@armistice/lab"
import { AttackPlot } from "../explorer/attack-plot.tsx"
import { keepPercentTogether } from "../text/numbers.ts"
import { Bells } from "./bells.tsx"
import { EtaSlider, useEta } from "./eta-slider.tsx"

export function PromiseLesson() {
  const [eta, setEta] = useEta()
  return (
    <>
      <div class="prose">
        <p>
          Imagine the worst attacker: someone who knows every answer but yours, and watches every choice the bandit
          makes. They want to know one thing: did you say yes or no?
        </p>
        <p>
          <strong>η-GDP</strong> (Gaussian differential privacy, η is the Greek letter eta) promises that this is at
          least as hard as telling two bell curves apart whose centres are η apart, from one single draw. Slide η and
          watch the curves come together.
        </p>
      </div>
      <section class="card">
        <EtaSlider label="η: how far apart" text={shortNumber(eta)} eta={eta} onEta={setEta} />
        <p aria-live="polite">
          <strong>{keepPercentTogether(describeAttack(gdpGuarantee(eta)))}</strong>
        </p>
        <div class="two-columns">
          <Bells title="What the attacker sees" axis="something observed" no={0} yes={eta} deviation={1} />
          <figure>
            <p class="chart-title">What an attacker can tell</p>
            <AttackPlot eta={eta} />
          </figure>
        </div>
      </section>
      <div class="prose">
        <p>
          The second figure is the same for every way of guessing: to raise fewer false alarms an attacker must miss
          more. No attack gets below the curve, whatever they know and however long they compute.
        </p>
        <p>
          The promise does not depend on what the attacker knows, and whatever is done with the choices afterwards
          cannot weaken it. Someone who answers several times has less: with k answers, at most k times η.
        </p>
      </div>
    </>
  )
}
