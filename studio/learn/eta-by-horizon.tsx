// The guarantee of algorithms against the horizon. The last algorithm is highlighted.

import { findAlgorithm } from "@armistice/core"
import { algorithmLabel, shortNumber } from "@armistice/lab"
import { logAxis } from "../charts/axis.ts"
import { linePath, Plot } from "../charts/plot.tsx"
import { formatCount } from "../text/numbers.ts"
import { careful, littleIsLeft } from "../text/privacy-levels.ts"

interface Named {
  readonly algorithm: string
  readonly parameters?: Readonly<Record<string, number>>
}

const horizons = Array.from({ length: 29 }, (_, k) => Math.round(10 ** (2 + k / 4)))
const [shortest, longest] = [horizons[0] as number, horizons.at(-1) as number]

export function EtaByHorizon({ algorithms }: { readonly algorithms: readonly Named[] }) {
  const curves = algorithms.map(({ algorithm, parameters = {} }) => ({
    name: algorithmLabel(algorithm, parameters),
    etas: horizons.map(
      (horizon) =>
        findAlgorithm(algorithm)
          .create({ ...parameters, horizon })
          .guarantee(2).eta ?? Number.NaN,
    ),
  }))
  const all = curves.flatMap(({ etas }) => etas)
  const x = logAxis(shortest, longest)
  const y = logAxis(Math.min(careful.eta, ...all), Math.max(...all))
  const inWords = curves.map(({ name, etas }) => {
    const [first, last] = [etas[0], etas.at(-1)] as [number, number]
    return `${name}: ${shortNumber(first, 2)} at first, ${shortNumber(last, 2)} in the end`
  })
  return (
    <figure>
      <p class="chart-title">The promise against how long it runs</p>
      <Plot
        label={`η against rounds, from ${formatCount(shortest)} to ${formatCount(longest)}, on log scales. ${inWords.join("; ")}.`}
        size="tall"
        y={y.ticks.map((tick) => ({ at: y.at(tick), text: formatCount(tick) }))}
        x={[
          { at: 0, text: `${formatCount(shortest)} rounds` },
          { at: 100, text: formatCount(longest) },
        ]}
        ends={curves.map(({ name, etas }, index) => {
          // Parameters follow the name after a comma; the plot shows them on a second line.
          const [text = "", second] = name.split(", ")
          return {
            at: y.at(etas.at(-1) as number),
            text,
            class: index === curves.length - 1 ? "lead" : "",
            ...(second === undefined ? {} : { second }),
          }
        })}
      >
        <path class="line-other" d={`M0 ${100 - y.at(littleIsLeft)}H100`} />
        {curves.map(({ name, etas }, index) => (
          <path
            key={name}
            class={index === curves.length - 1 ? "line-lead" : "line-next"}
            d={linePath(etas.map((eta, place) => [x.at(horizons[place] as number), y.at(eta)] as const))}
          />
        ))}
      </Plot>
      <p class="caption">
        Up: η, smaller is more private. {careful.eta} is careful; beyond about {littleIsLeft} (dashed) little is left.
      </p>
    </figure>
  )
}
