// How well each arm does, as far as what was released tells: a mean with its interval, on the scale of the rewards.

import { shortNumber } from "@armistice/lab"
import { Scroll } from "../layout/scroll.tsx"
import { percent } from "../text/numbers.ts"
import type { Detail, Estimates } from "./use-experiment.ts"

interface Props {
  readonly estimates: Estimates | null
  readonly detail: Detail
}

export function EstimatesPanel({ estimates, detail }: Props) {
  const { min, max } = detail.reward
  // As many decimals for all, so that they can be compared down the column.
  const decimals = Math.max(0, 3 - Math.ceil(Math.log10(max - min)))
  const shown = (value: number) =>
    value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const at = (value: number) => Math.max(0, Math.min(100, (100 * (value - min)) / (max - min)))
  return (
    <section class="panel" aria-labelledby="estimates">
      <h2 id="estimates">Private estimates</h2>
      {estimates === null || estimates.estimates.length === 0 ? (
        <p>
          Nothing has been released yet, so nothing can be said about the arms. The first figures come when a first
          batch of answers is full.
        </p>
      ) : (
        <>
          <Scroll label="Estimates">
            <table>
              <caption>
                From released, noisy sums only. Each interval holds the true mean with chance {percent(estimates.level)}
                .
              </caption>
              <thead>
                <tr>
                  <th scope="col">arm</th>
                  <th scope="col" class="right">
                    mean
                  </th>
                  <th scope="col" class="right">
                    interval
                  </th>
                  <th scope="col" class="wide-only">
                    from {shortNumber(min)} to {shortNumber(max)}
                  </th>
                </tr>
              </thead>
              <tbody>
                {estimates.estimates.map(({ segment, arm, mean, low, high }) => (
                  <tr key={`${segment} ${arm}`}>
                    <th scope="row">{segment === null ? arm : `${segment}: ${arm}`}</th>
                    <td class="right">{shown(mean)}</td>
                    <td class="right">
                      {shown(low)} to {shown(high)}
                    </td>
                    <td class="wide-only">
                      <svg width="100" height="16" viewBox="0 0 100 16" aria-hidden="true">
                        <line class="interval-ground" x1="0" x2="100" y1="8" y2="8" />
                        <line class="interval" x1={at(low)} x2={at(high)} y1="8" y2="8" />
                        <circle class="interval-mean" cx={at(mean)} cy="8" r="4" />
                      </svg>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
          <p class="hint">Asking again costs nothing: these figures are computed from what is already public.</p>
        </>
      )}
    </section>
  )
}
