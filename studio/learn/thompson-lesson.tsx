// Lesson 3: one noisy choice hides an answer well; many choices hide it less and less.

import { shortNumber } from "@armistice/lab"
import { listOneTwoFive } from "../controls/scales.ts"
import { ValueSlider } from "../controls/slider.tsx"
import { useQueryNumber } from "../controls/use-query-number.ts"
import { careful, littleIsLeft } from "../text/privacy-levels.ts"
import { Bells } from "./bells.tsx"
import { EtaByHorizon } from "./eta-by-horizon.tsx"

const counts = listOneTwoFive(1, 1000)

export function ThompsonLesson() {
  const [pulls, setPulls] = useQueryNumber("pulls", 10, 1, 1000)
  return (
    <>
      <div class="prose">
        <p>
          <strong>Thompson sampling</strong> is the oldest bandit there is. For each option it draws a number around the
          average so far, with noise that shrinks as answers come in, and picks the option with the largest number. The
          noise makes it try things it is not sure about.
        </p>
        <p>
          That noise also hides you. Among n answers yours moves the average by at most 1/n, while the noise is about
          1/√n wide: √n times as much. One draw after many answers says hardly anything about yours.
        </p>
      </div>
      <section class="card">
        <ValueSlider
          label="Answers so far, n"
          values={counts}
          value={pulls}
          text={`${shortNumber(pulls)}: one draw has η = ${shortNumber(1 / Math.sqrt(pulls))}`}
          onValue={setPulls}
        />
        <Bells
          title={`One draw after ${shortNumber(pulls)} ${pulls === 1 ? "answer" : "answers"}, if yours was no or yes`}
          axis="the draw that the option is judged by"
          no={0.5 - 0.5 / pulls}
          yes={0.5 + 0.5 / pulls}
          deviation={Math.sqrt(1 / pulls)}
        />
      </section>
      <div class="prose">
        <p>
          But it draws again in every round, from the same answers. Every draw is one more look, and looks add up: after
          T rounds all that can be promised is η = √(T/2). After two rounds that is careful ({careful.eta}); after fifty
          it is {littleIsLeft}, and little is left.
        </p>
      </div>
      <section class="card">
        <EtaByHorizon algorithms={[{ algorithm: "ts-gaussian" }]} />
      </section>
    </>
  )
}
