import { gdpGuarantee, laplaceGuarantee } from "@armistice/core"
import {
  type ChartSpec,
  comparisonChart,
  formatChartCsv,
  regretByEtaChart,
  regretOverTimeChart,
  type SimulationResult,
  simulate,
  tradeOffChart,
} from "@armistice/lab"
import { Resvg } from "@resvg/resvg-js"
import { beforeAll, describe, expect, test } from "vitest"
import { drawChart } from "./draw-chart.ts"
import { renderPng } from "./render-png.ts"

/** A result made by hand, so that pictures do not change when an algorithm does. */
function resultOf(alpha: number, scale: number): SimulationResult {
  const rounds = [1, 10, 100, 1000, 10_000, 100_000]
  const mean = rounds.map((round) => scale * Math.log(1 + round))
  const times = (factor: number) => mean.map((value) => factor * value)
  const last = mean[mean.length - 1]
  return {
    algorithm: "dp-ts-ucb",
    parameters: { alpha, horizon: 100_000 },
    horizon: 100_000,
    means: [0.9, 0.5],
    runs: 20,
    finished: 20,
    seed: 1,
    engine: "leap",
    regret: {
      mean: last,
      standardError: last / 20,
      values: [],
      quantiles: { p5: 0, p25: 0, p50: 0, p75: 0, p95: 0, p99: 0, p999: 0, max: 0 },
      interval: { level: 0.95, low: last * 0.9, high: last * 1.12, hasFewRuns: false },
    },
    pulls: { mean: [99_000, 1000], standardError: [1, 1] },
    curve: {
      rounds,
      mean,
      standardError: times(0.05),
      low: times(1 - 0.05 * 1.959963984540054),
      high: times(1 + 0.05 * 1.959963984540054),
      quantiles: {
        p5: times(0.6),
        p25: times(0.8),
        p50: times(1),
        p75: times(1.2),
        p95: times(1.5),
        p99: times(1.8),
        p999: times(2),
        max: times(2.2),
      },
    },
    guarantee: {
      kind: "gdp",
      eta: 2 + 100 * (1 - alpha),
      published: 3 + 150 * (1 - alpha),
      tight: 2 + 100 * (1 - alpha),
    },
    releases: { mean: 10, max: 12, eta: 2 },
    milliseconds: { perRun: 1, total: 20 },
    manifest: {
      version: "0.1.0",
      environment: { kind: "bernoulli", means: [0.9, 0.5] },
      engine: "leap",
      seed: 1,
      generator: "xoshiro128++",
    },
  }
}

const results = [resultOf(0, 10), resultOf(0.5, 30), resultOf(1, 400)]
const charts: Record<string, ChartSpec> = {
  "regret over time": regretOverTimeChart(results),
  "regret over time, linear": regretOverTimeChart(results, { scale: "linear", band: "mean" }),
  comparison: comparisonChart({ eta: 1, results, unable: [] }),
  "trade-off": tradeOffChart([
    { name: "η = 1", guarantee: gdpGuarantee(1) },
    { name: "Laplace, ε = 1", guarantee: laplaceGuarantee(1) },
  ]),
  "regret by eta": regretByEtaChart(results),
}

describe.each(Object.entries(charts))("%s", (_name, spec) => {
  test("is plain JSON with labelled axes, a title and a caption", () => {
    expect(JSON.parse(JSON.stringify(spec))).toEqual(spec)
    for (const text of [spec.title, spec.caption, spec.x.label, spec.y.label]) expect(text.length).toBeGreaterThan(0)
    expect(spec.series.every(({ points }) => points.length > 0)).toBe(true)
  })

  test("draws as it did before", () => {
    expect(drawChart(spec)).toMatchSnapshot()
    expect(drawChart(spec, { width: 360, theme: "dark" })).toMatchSnapshot()
  })

  test("is self-contained and the same each time it is drawn", () => {
    const svg = drawChart(spec)
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    expect(svg).not.toMatch(/<script|<style|<image|href|url\(|class=|id=|NaN|Infinity|undefined/)
    expect(drawChart(spec)).toBe(svg)
  })

  test.each([360, 520, 760, 1200])("keeps all text inside a picture %i wide, none on other text", (width) => {
    const boxes = textBoxes(drawChart(spec, { width }))
    for (const box of boxes) {
      expect(box.left, box.text).toBeGreaterThanOrEqual(0)
      expect(box.right, box.text).toBeLessThanOrEqual(width)
    }
    for (const [index, a] of boxes.entries())
      for (const b of boxes.slice(index + 1)) {
        const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
        expect(apart, `"${a.text}" and "${b.text}"`).toBe(true)
      }
  })
})

interface TextBox {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Renders each text alone and returns the bounding box of the picture. */
function textBoxes(svg: string): TextBox[] {
  const fonts = ["400Regular/Inter_400Regular", "600SemiBold/Inter_600SemiBold"].map(
    (name) => new URL(`../node_modules/@expo-google-fonts/inter/${name}.ttf`, import.meta.url).pathname,
  )
  const font = { fontFiles: fonts, loadSystemFonts: false, defaultFontFamily: "Inter" }
  const bare = svg.replace(/<(rect|path|line|circle)\b[^>]*\/>/g, "").replace(/<(path|line)\b[^>]*><\/\1>/g, "")
  const count = [...bare.matchAll(/<text\b/g)].length
  return Array.from({ length: count }, (_, wanted) => {
    let index = 0
    const one = bare.replace(/<text\b[^>]*>([^<]*)<\/text>/g, (whole) => (index++ === wanted ? whole : ""))
    const box = new Resvg(one, { font }).getBBox()
    const text = /<text\b[^>]*>([^<]*)<\/text>/.exec(one)?.[1] ?? ""
    if (box === undefined) throw new Error(`no ink for ${text}`)
    return { text, left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
  })
}

test("curves have dashes and markers of their own: they can be told apart in black and white", () => {
  const svg = drawChart(charts["regret over time"])
  const area = svg.slice(svg.indexOf("<g "), svg.indexOf("<line "))
  const lines = [...area.matchAll(/stroke-linejoin="round"( stroke-dasharray="[^"]*")?/g)].map(([look]) => look)
  const markers = [...area.matchAll(/<path d="([^"]*)" fill="#\w{6}"\/>/g)].map(([, path]) =>
    path.replace(/[^A-Z]/g, ""),
  )
  expect(lines).toHaveLength(3)
  expect(new Set(lines).size).toBe(3)
  expect(markers).toHaveLength(3)
  expect(new Set(markers.map((path) => path.slice(0, 5))).size).toBe(3)
})

test("the check of text sees text on other text and text outside", () => {
  const svg = drawChart(charts["regret over time"])
  const moved = svg.replace(/<text x="[\d.]+" y="[\d.]+"/g, '<text x="700" y="40"')
  expect(moved).not.toBe(svg)
  expect(textBoxes(moved).some(({ right }) => right > 760)).toBe(true)
})

test("text becomes ink: a PNG without its font would be almost empty", async () => {
  const png = await renderPng(charts["trade-off"], { scale: 1 })
  expect([...png.slice(1, 4)]).toEqual([...Buffer.from("PNG")])
  const without = await renderPng({ ...charts["trade-off"], title: " ", caption: " " }, { scale: 1 })
  expect(png.length).toBeGreaterThan(without.length + 2000)
})

describe("from a real simulation", () => {
  let result: SimulationResult
  beforeAll(async () => {
    result = await simulate({
      algorithm: "dp-ts-ucb",
      parameters: { alpha: 1 },
      environment: { kind: "bernoulli", means: [0.9, 0.5] },
      horizon: 500,
      runs: 1,
      seed: 1,
      engine: "step",
    })
  })

  test("one run draws without bands", () => {
    expect(drawChart(regretOverTimeChart([result]))).toContain("Mean regret of 1 run on")
  })

  test("no regret at all still has axes, on either scale", () => {
    const mean = result.curve.mean.map(() => 0)
    const nothing = { ...result, curve: { ...result.curve, mean }, regret: { ...result.regret, mean: 0 } }
    for (const scale of ["linear", "log"] as const)
      expect(drawChart(regretOverTimeChart([nothing], { scale }))).not.toMatch(/NaN|Infinity/)
  })
})

test("text is text: markup in a name stays visible and harmless", () => {
  const [first] = charts["trade-off"].series
  const svg = drawChart({ ...charts["trade-off"], title: "<script>&", series: [{ ...first, name: 'a<b & "c"' }] })
  expect(svg).toContain("&lt;script&gt;&amp;")
  expect(svg).toContain("a&lt;b &amp;")
  expect(svg).not.toContain("<script")
})

test("a picture in a page leaves title and caption to the page, and to screen readers", () => {
  const { title, caption } = charts["trade-off"]
  const svg = drawChart(charts["trade-off"], { isBare: true })
  expect(svg).toContain(`<title>${title}</title><desc>${caption}</desc>`)
  expect(textBoxes(svg).map(({ text }) => text)).not.toContain(title)
})

test("text is set smaller by as much as the font is wider", () => {
  const sizes = (widening: number) =>
    [...drawChart(charts["trade-off"], { widening }).matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size))
  expect(sizes(1.25)).toEqual(sizes(1).map((size) => size / 1.25))
})

test("the numbers behind a picture have columns for bounds where there are any", () => {
  const spec = {
    ...charts["trade-off"],
    series: [{ name: "a, b", points: [{ x: 0.5, y: 1 }], markers: "none" as const }],
  }
  expect(formatChartCsv(spec)).toBe('curve,false alarms,missed detections\n"a, b",0.5,1\n')
  const bounded = { ...spec, series: [{ ...spec.series[0], points: [{ x: 0.5, y: 1, low: 0.9, high: 1.1 }] }] }
  expect(formatChartCsv(bounded)).toBe('curve,false alarms,missed detections,low,high\n"a, b",0.5,1,0.9,1.1\n')
})
