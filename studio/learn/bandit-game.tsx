// A game of thirty rounds on three arms with hidden rates, revealed at the end.

import { seededRandom } from "@armistice/core"
import { useRef, useState } from "preact/hooks"
import { Button } from "../layout/button.tsx"
import { formatPercent } from "../text/numbers.ts"

const rounds = 30
const hidden = [0.45, 0.3, 0.6]

interface PlayedRound {
  readonly arm: number
  readonly worked: boolean
}

export function BanditGame() {
  const [played, setPlayed] = useState<readonly PlayedRound[]>([])
  const [game, setGame] = useState(1)
  const random = useRef(seededRandom(game))
  const left = Math.max(rounds - played.length, 0)
  const isOver = left === 0
  const last = played.at(-1)
  const worked = played.filter((one) => one.worked).length
  const play = (arm: number) => {
    if (!isOver) setPlayed([...played, { arm, worked: random.current.uniform() < (hidden[arm] as number) }])
  }
  const again = () => {
    random.current = seededRandom(game + 1)
    setGame(game + 1)
    setPlayed([])
  }
  return (
    <section class="card" aria-label="A bandit to play">
      <div class="between">
        <h2>
          Play: {left} {left === 1 ? "round" : "rounds"} left
        </h2>
        <span class="numeric">
          {worked} of {played.length} worked
        </span>
      </div>
      <div class="game-options">
        {hidden.map((mean, arm) => {
          const mine = played.filter((one) => one.arm === arm)
          return (
            <div key={arm}>
              <Button class="primary" aria-disabled={isOver} onClick={() => play(arm)}>
                Option {"ABC"[arm]}
              </Button>
              <p class="hint numeric">
                worked {mine.filter((one) => one.worked).length} of {mine.length}
                {isOver && <strong>; true rate {formatPercent(mean)}</strong>}
              </p>
            </div>
          )
        })}
      </div>
      <p role="status">
        {isOver
          ? `Done. The best option alone would have worked about ${Math.round(rounds * Math.max(...hidden))} times; you had ${worked}.`
          : last === undefined
            ? "Pick an option."
            : `Option ${"ABC"[last.arm]} ${last.worked ? "worked." : "did not work."}`}
      </p>
      {isOver && <Button onClick={again}>Play again</Button>}
    </section>
  )
}
