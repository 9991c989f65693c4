// The final regret of each algorithm with its interval, then those that cannot be compared.

import { findAlgorithm } from "@armistice/core"
import {
  algorithmLabel,
  listOvercharged,
  type SimulationResult,
  shortNumber,
  type UnavailableAlgorithm,
} from "@armistice/lab"
import { Scroll } from "../layout/scroll.tsx"
import { alignRight, TableHead } from "../layout/table-head.tsx"

interface Props {
  readonly results: readonly SimulationResult[]
  /** Algorithms whose result is still that of earlier settings. */
  readonly stale: readonly string[]
  readonly unable: readonly UnavailableAlgorithm[]
  readonly tooLong: readonly string[]
}

/** Parameters follow the name after a comma. */
function MethodName({ label }: { readonly label: string }) {
  const [name, ...parameters] = label.split(", ")
  return (
    <th scope="row">
      <span class="nowrap">{name}</span>{" "}
      {parameters.length > 0 && <span class="hint nowrap">{parameters.join(", ")}</span>}
    </th>
  )
}

const explainUnable = (nearest: UnavailableAlgorithm["nearest"]): string =>
  nearest === null ? "promises no privacy" : `cannot be this private here: at best η = ${shortNumber(nearest)}`

export function RegretTable({ results, stale, unable, tooLong }: Props) {
  const ranked = [...results].sort((a, b) => a.regret.mean - b.regret.mean)
  const left = [
    ...unable.map(({ algorithm, nearest }) => ({ algorithm, why: explainUnable(nearest) })),
    ...tooLong.map((algorithm) => ({
      algorithm,
      why: "takes too long here at this horizon; the command below runs it",
    })),
  ]
  return (
    <Scroll label="Regret of each method">
      <table>
        <caption>
          Answers lost in the end, fewest first. The interval holds the true mean 95 times in 100
          {ranked.some(({ regret }) => regret.interval?.hasFewRuns === true) && "; rare bad runs may be missing"}.
          {listOvercharged(ranked).map((sentence) => ` ${sentence}`)}
        </caption>
        <TableHead columns={["method", alignRight("answers lost"), alignRight("95 % interval"), alignRight("runs")]} />
        <tbody>
          {ranked.map(({ algorithm, parameters, regret, finished }) => (
            <tr
              key={algorithm}
              class={stale.includes(algorithm) ? "stale" : ""}
              data-algorithm={algorithm}
              data-regret={regret.mean}
            >
              <MethodName label={algorithmLabel(algorithm, parameters)} />
              <td class="align-right">{shortNumber(regret.mean, 4)}</td>
              <td class="align-right">
                {regret.interval === null
                  ? "–"
                  : [regret.interval.low, regret.interval.high].map((end) => shortNumber(end, 4)).join(" to ")}
              </td>
              <td class="align-right">{finished}</td>
            </tr>
          ))}
          {left.map(({ algorithm, why }) => (
            <tr key={algorithm}>
              <th scope="row">{findAlgorithm(algorithm).label}</th>
              <td colSpan={3}>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
