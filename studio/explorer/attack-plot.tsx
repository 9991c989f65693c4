// False alarms against missed answers, for the best possible attack and for a coin.

import { attackSuccess, gdpGuarantee, tradeOff } from "@armistice/core"
import { useMemo } from "preact/hooks"
import { bandPath, linePath, Plot } from "../charts/plot.tsx"
import { formatGuesses } from "../text/privacy-levels.ts"

/** The shares of false alarms at which the curve is drawn. */
export const alarms = Array.from({ length: 41 }, (_, place) => place / 40)
const coin = alarms.map((alarm) => [100 * alarm, 100 - 100 * alarm] as const)

export function AttackPlot({ eta }: { readonly eta: number }) {
  const best = useMemo(() => {
    const missed = tradeOff(gdpGuarantee(eta))
    return alarms.map((alarm) => [100 * alarm, 100 * missed(alarm)] as const)
  }, [eta])
  const wrong = 100 * (1 - attackSuccess({ eta }))
  return (
    <>
      <Plot
        label={`False alarms against answers missed. The best guess is right at most ${formatGuesses(eta)}, a coin 50.`}
        size="square"
        y={[0, 50, 100].map((tick) => ({ at: tick, text: tick === 0 ? "0" : `${tick} %` }))}
        x={[
          { at: 0, text: "0" },
          { at: 50, text: "false alarms" },
          { at: 100, text: "100 %" },
        ]}
        over={
          <>
            <text class="plot-label" x="53%" y="47%" dy="4">
              a coin
            </text>
            <text class="plot-label lead" x="6%" y="96%">
              the best attack
            </text>
            <circle class="interval-dot lead" cx={`${wrong}%`} cy={`${100 - wrong}%`} r="6" />
          </>
        }
      >
        <path class="band-lead" d={bandPath(best, coin)} />
        <path class="line-next" d={linePath(coin)} />
        <path class="line-lead" d={linePath(best)} />
      </Plot>
      <p class="caption">Up: answers missed. The shaded part is what an attacker gains over a coin.</p>
    </>
  )
}
