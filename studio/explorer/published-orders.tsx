// Orders of lower bounds from the literature, as lines over η that can be shown or hidden.

import { publishedOrders } from "@armistice/lab"
import type { ExplorerSettings } from "./settings.ts"

export interface OrderLine {
  readonly name: string
  readonly points: readonly { readonly eta: number; readonly value: number }[]
}

const steps = 24

/** One line for each source, over the η of the axis. */
export function computeOrderLines(
  { means, horizon }: Pick<ExplorerSettings, "means" | "horizon">,
  smallest: number,
  largest: number,
): OrderLine[] {
  const etas = Array.from({ length: steps + 1 }, (_, step) => smallest * (largest / smallest) ** (step / steps))
  const found = etas.map((eta) => publishedOrders({ means, horizon, eta }))
  return (found[0] ?? []).map(({ name }, place) => ({
    name: name.replace(/ \(.*/, ""),
    points: etas.map((eta, index) => ({ eta, value: found[index]?.[place]?.value ?? Number.NaN })),
  }))
}

interface Props {
  readonly isShown: boolean
  readonly onShown: (isShown: boolean) => void
}

export const OrdersChoice = ({ isShown, onShown }: Props) => (
  <>
    <p class="text-sm">
      <label>
        <input type="checkbox" checked={isShown} onChange={(event) => onShown(event.currentTarget.checked)} /> Show
        lower bounds from the literature
      </label>
    </p>
    {isShown && (
      <p class="caption">
        Dotted: the orders of Shariff and Sheffet (2018), Azize and Basu (2022, for the worst options) and Wang and Zhu
        (2024), with their constants set to 1. They show how fast bounds grow; a method may lose less.
      </p>
    )}
  </>
)
