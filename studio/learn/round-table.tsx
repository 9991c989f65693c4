// The memory of one run after one round, arm by arm.

import { shortNumber } from "@armistice/lab"
import { Scroll } from "../layout/scroll.tsx"
import { alignRight, TableHead } from "../layout/table-head.tsx"
import { formatNumber } from "../text/numbers.ts"
import type { ArmMemory, TracedRun } from "./trace-run.ts"

interface Props {
  readonly run: TracedRun
  readonly means: readonly number[]
  readonly round: number
}

export function RoundTable({ run, means, round }: Props) {
  const memory = run.memory[round] as readonly ArmMemory[]
  const chosen = run.arms[round - 1]
  return (
    <Scroll label="The run after this round" isTall={memory.length > 12}>
      <table>
        <caption>
          After round {formatNumber(round)}, in which arm {(chosen ?? 0) + 1} was chosen.
        </caption>
        <TableHead columns={["arm", ...["pulls", "epoch filled", "draws left", "MAX"].map(alignRight), "now uses"]} />
        <tbody>
          {memory.map(({ pulls, epoch, received, size, drawsLeft, best }, arm) => (
            <tr key={arm}>
              <th scope="row">
                {arm + 1} <span class="hint">(mean {shortNumber(means[arm] as number)})</span>
              </th>
              <td class="align-right">{pulls}</td>
              <td class="align-right">
                {received} of {size}
              </td>
              <td class="align-right">{epoch === 0 ? "–" : formatNumber(drawsLeft)}</td>
              <td class="align-right">{epoch === 0 || drawsLeft === run.budget ? "–" : best.toFixed(2)}</td>
              <td>{epoch === 0 ? "first pull" : drawsLeft >= 1 ? "fresh draw" : "MAX again"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
