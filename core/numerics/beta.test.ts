// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a reference table.

import fc from "fast-check"
import * as R from "lib-r-math.js"
import { describe, expect, test } from "vitest"
import { betaCdf, betaLogCdf, betaLogDensity, betaLogTail, betaTail } from "./beta-law.ts"
import { betaTailQuantile } from "./beta-quantile.ts"

/**
 * [a, b, x, side, ln P(X ≤ x) or ln P(X > x)]: mpmath 1.3 at 60 digits, the density integrated over
 * the side that x is in (tanh-sinh, 16 panels), agreeing with mpmath's betainc wherever that
 * finishes (a, b ≤ 5000); nearest doubles.
 */
const table = [
  [1, 1, 5e-9, "below", -19.11382792451231],
  [1, 1, 0.35566243270259357, "below", -1.0337732207232109],
  [1, 1, 0.5866025403784438, "above", -0.8833457768390877],
  [1, 2.5, 2.857142857142857e-9, "below", -18.757152982716434],
  [1, 2.5, 0.17923485821429572, "below", -0.9423920899192988],
  [1, 2.5, 0.3496019422142797, "above", -1.0754267673432794],
  [2.5, 1, 7.142857142857143e-9, "below", -46.89288245143395],
  [2.5, 1, 0.2883680042857544, "below", -3.108794554673967],
  [2.5, 1, 0.7142857142857143, "above", -0.5642284229488996],
  [2.5, 1, 0.9272445692856943, "above", -1.7597666819347044],
  [3, 7.25, 0.0002926829268292683, "below", -19.886555385277653],
  [3, 7.25, 0.22485641100938467, "below", -1.0599360069037642],
  [3, 7.25, 0.33337883632119847, "above", -1.03193524109779],
  [3, 7.25, 0.8352950533883372, "above", -9.746681789532122],
  [1, 1000000, 9.99999000001e-10, "below", -6.908256236315305],
  [1, 1000000, 9.99999000001e-7, "above", -0.9999995000003334],
  [1, 1000000, 1.9999970000045e-6, "above", -1.9999990000011665],
  [1, 1000000, 1.2999975000042998e-5, "above", -13.000059500450336],
  [1.5, 1000000000000, 1.49999999999775e-20, "below", -27.307506333241097],
  [1.5, 1000000000000, 8.876275643036395e-13, "below", -0.9684645293271259],
  [1.5, 1000000000000, 1.867423461414216e-12, "above", -1.232523102955651],
  [1.5, 1000000000000, 6.398979485550634e-12, "above", -5.279585694555934],
  [1.5, 1000000000000, 3.824234614164438e-11, "above", -36.286764935678285],
  [40, 60, 0.0004, "below", -248.70513236958638],
  [40, 60, 0.3025066643557135, "below", -3.9036561419377778],
  [40, 60, 0.4, "above", -0.7040807368743884],
  [40, 60, 0.4487466678221433, "above", -1.8339379078675093],
  [40, 60, 0.984960013865719, "above", -188.52950986323398],
  [123.4, 456.7, 0.1787692083734449, "below", -3.939612618618154],
  [123.4, 456.7, 0.21272194449232892, "above", -0.7087764604128174],
  [123.4, 456.7, 0.22969831255177092, "above", -1.8405587422252743],
  [123.4, 456.7, 0.416438361205633, "above", -57.269622180027184],
  [499, 800, 0.11434010090234498, "below", -317.96790899232286],
  [499, 800, 0.3571614927692183, "below", -3.8162749590594407],
  [499, 800, 0.38414164742109314, "below", -0.6896374512331395],
  [499, 800, 0.39763172474703057, "above", -1.8404809562073288],
  [499, 800, 0.546022575332342, "above", -71.91360025723677],
  [500, 500, 0.183930229379493, "below", -258.9958373806019],
  [500, 500, 0.4683930229379493, "below", -3.7843759569694617],
  [500, 500, 0.5, "below", -0.6931471805599453],
  [500, 500, 0.5158034885310253, "above", -1.840259558506555],
  [500, 500, 0.6896418623723042, "above", -81.0678797816495],
  [501, 100000, 0.003652079569910255, "below", -24.7394396391779],
  [501, 100000, 0.004873946236733591, "below", -1.1633263851481652],
  [501, 100000, 0.005051672297362439, "above", -0.975584070936823],
  [501, 100000, 0.0058736553277708645, "above", -9.533993667807723],
  [501, 100000, 0.011649752298208447, "above", -251.11583230412091],
  [10000, 10000, 0.42929108958200973, "below", -205.93396297154186],
  [10000, 10000, 0.49292910895820097, "below", -3.783243676585289],
  [10000, 10000, 0.5, "below", -0.6931471805599453],
  [10000, 10000, 0.5035354455208995, "above", -1.8409835178307952],
  [10000, 10000, 0.5424253462507942, "above", -75.66743682231161],
  [2000, 3, 0.966539246146254, "below", -60.32248918908857],
  [2000, 3, 0.9933190573624116, "below", -8.765444509513701],
  [2000, 3, 0.9980703141910846, "below", -1.3526499869231554],
  [2000, 3, 0.9987614060934371, "above", -0.7962066146772262],
  [1000000, 3000000, 0.24198926601633564, "below", -699.058743214751],
  [1000000, 3000000, 0.24870096205670308, "below", -20.778435933207668],
  [1000000, 3000000, 0.2498917468380586, "below", -1.1757469747116491],
  [1000000, 3000000, 0.2500649518971648, "above", -0.9622775817627259],
  [1000000, 3000000, 0.25086602529553126, "above", -10.347938193181777],
  [1000000, 3000000, 0.2564951897164846, "above", -449.2408368861888],
  [1000000, 1000000000000, 9.799990300009726e-7, "below", -206.6244193799329],
  [1000000, 1000000000000, 9.979990030009973e-7, "below", -3.785561554709125],
  [1000000, 1000000000000, 9.99999000001e-7, "above", -0.6934131770567298],
  [1000000, 1000000000000, 1.0009989985010013e-6, "above", -1.841021899016323],
  [1000000, 1000000000000, 1.0119989820010166e-6, "above", -74.83988977944111],
  [1000000000, 1000000000, 0.49958632742426595, "below", -689.0308195042641],
  [1000000000, 1000000000, 0.4999329179606918, "below", -20.736769102395087],
  [1000000000, 1000000000, 0.49999440983005766, "below", -1.1759117613960477],
  [1000000000, 1000000000, 0.5000033541019654, "above", -0.9621028180581744],
  [1000000000, 1000000000, 0.5000447213595388, "above", -10.360101513992793],
  [1000000000, 1000000000, 0.5003354101965412, "above", -454.32134498084946],
  [300000000000, 700000000000, 0.29999083484861006, "below", -203.9194830573087],
  [300000000000, 700000000000, 0.299999083484861, "below", -3.7831864053274304],
  [300000000000, 700000000000, 0.3, "below", -0.6931469484290553],
  [300000000000, 700000000000, 0.3000004582575695, "above", -1.8410216449946617],
  [300000000000, 700000000000, 0.30000549909083396, "above", -75.41017030784347],
  [1000000000000, 1000000000000, 0.4999869185245481, "below", -689.0305858085234],
  [1000000000000, 1000000000000, 0.49999787867965645, "below", -20.736768949986843],
  [1000000000000, 1000000000000, 0.4999998232233047, "below", -1.1759117615464665],
  [1000000000000, 1000000000000, 0.5000001060660172, "above", -0.9621028182067852],
  [1000000000000, 1000000000000, 0.5000014142135624, "above", -10.360101486490587],
  [1000000000000, 1000000000000, 0.5000106066017178, "above", -454.3212440586624],
  [1000000000000, 1, 0.999999999979, "below", -20.999979533307798],
  [1000000000000, 1, 0.9999999999970001, "below", -2.9999336348441354],
  [1000000000000, 1, 0.999999999999, "above", -0.4586880199378964],
  [1000000000000, 2.5, 0.9999999999389979, "below", -55.095925910073795],
  [1000000000000, 2.5, 0.9999999999880131, "below", -8.423461867475728],
  [1000000000000, 2.5, 0.9999999999967094, "below", -1.3716134350586993],
  [1000000000000, 2.5, 0.9999999999979743, "above", -0.7809645156807028],
  [700, 1000000000000, 1.7084973785295425e-10, "below", -461.97225917887687],
  [700, 1000000000000, 6.470849733442954e-10, "below", -3.8789688070128507],
  [700, 1000000000000, 6.9999999951e-10, "below", -0.683144890560825],
  [700, 1000000000000, 7.264575125928523e-10, "above", -1.8413753411805358],
  [700, 1000000000000, 1.0174901565042275e-9, "above", -59.094265906148145],
  [123.4, 456.7, 2.1272194449232893e-9, "below", -2167.3282935018115],
  [500, 500, 5e-9, "below", -8868.139850358884],
  [501, 100000, 4.985025024626621e-6, "below", -2965.563635649249],
  [700, 1000000000000, 6.9999999951e-18, "below", -12198.671125750358],
] as const

describe("the Beta law", () => {
  test.each(table)("Beta(%f, %f) at %f, %s the mean, is right to 1e-13 relative even far out", (a, b, x, side, log) => {
    const got = side === "below" ? betaLogCdf(a, b, x) : betaLogTail(a, b, x)
    // ln itself is a double: at -700 its last bit is already 1e-13 of the probability.
    expect(Math.abs(got - log)).toBeLessThan(1e-13 + 4e-16 * Math.abs(log))
    const probability = side === "below" ? betaCdf(a, b, x) : betaTail(a, b, x)
    if (log > -700) expect(Math.abs(probability / Math.exp(log) - 1)).toBeLessThan(1e-12)
    const other = side === "below" ? betaTail(a, b, x) : betaCdf(a, b, x)
    expect(Math.abs(probability + other - 1)).toBeLessThan(1e-14)
  })

  test("has R's density (its pbeta in this port is wrong by 1e-3 at Beta(2, 3), so it is no oracle)", () => {
    const shape = fc.double({ min: 0, max: 8, noNaN: true }).map((log10) => 10 ** log10)
    fc.assert(
      fc.property(shape, shape, fc.double({ min: -6, max: 6, noNaN: true }), (a, b, z) => {
        const mean = a / (a + b)
        const x = mean + z * Math.sqrt((mean * (1 - mean)) / (a + b + 1))
        fc.pre(x > 1e-6 && x < 1 - 1e-6)
        // R rounds a/(a+b) first, which costs digits as the parameters grow.
        expect(Math.abs(betaLogDensity(a, b, x) - R.dbeta(x, a, b, 0, true))).toBeLessThan(
          1e-13 * (10 + Math.sqrt(a + b)),
        )
      }),
      { numRuns: 500, seed: 4 },
    )
  })

  test("is the upper tail of a binomial law for whole parameters", () => {
    for (const [a, b] of [
      [1, 1],
      [2, 3],
      [7, 40],
      [60, 51],
      [300, 20],
    ] as const)
      for (const x of [0.01, 0.2, 0.4, 0.5, 0.77, 0.99]) {
        let sum = 0
        for (let k = a + b - 1; k >= a; k--) sum += R.dbinom(k, a + b - 1, x)
        if (sum > 1e-290) expect(Math.abs(betaCdf(a, b, x) / sum - 1)).toBeLessThan(1e-12)
      }
  })

  test("has closed forms where one parameter is 1", () => {
    for (const b of [1, 3.5, 1e6, 1e12])
      for (const s of [1e-3, 0.5, 2, 30]) {
        const x = Math.min(s / b, 0.9)
        expect(Math.abs(betaLogTail(1, b, x) / (b * Math.log1p(-x)) - 1)).toBeLessThan(1e-13)
        expect(Math.abs(betaCdf(1, b, x) / -Math.expm1(b * Math.log1p(-x)) - 1)).toBeLessThan(1e-13)
      }
  })

  test("is continuous where continued fraction and quadrature meet", () => {
    for (const z of [-8, -1, 0, 1, 8]) {
      const x = 0.5 + (z * 0.5) / Math.sqrt(20000)
      const slopes = [9998, 9999, 10000, 10001].map((a) => betaLogCdf(a, a, x))
      const steps = [slopes[1] - slopes[0], slopes[2] - slopes[1], slopes[3] - slopes[2]]
      expect(Math.abs(steps[1] - (steps[0] + steps[2]) / 2)).toBeLessThan(1e-11)
    }
  })

  test("is 0 and 1 at the ends", () => {
    expect([betaCdf(2, 3, 0), betaCdf(2, 3, 1), betaTail(2, 3, 0), betaTail(2, 3, 1)]).toEqual([0, 1, 1, 0])
  })
})

describe("its quantiles", () => {
  test("undo the law from either tail, for parameters up to 1e12 and probabilities down to 1e-300", () => {
    for (const a of [1, 1.5, 40, 700, 1e5, 1e12])
      for (const b of [1, 2.5, 60, 3e3, 1e12])
        for (const q of [1e-300, 1e-20, 1e-5, 0.025, 0.5, 0.75, 1 - 1e-5]) {
          const x = betaTailQuantile(a, b, q)
          // Where 1 - x is below the last bit of 1 the nearest answer is 1.
          if (x === 1 || x < 1e-300) continue
          const [log, target] = q > 0.5 ? [betaLogCdf(a, b, x), 1 - q] : [betaLogTail(a, b, x), q]
          const slope = x * Math.exp(betaLogDensity(a, b, x) - log)
          expect(Math.abs(log - Math.log(target)) / Math.max(slope, 1)).toBeLessThan(1e-13)
        }
  })

  test("reach what is barely representable", () => {
    expect(betaTailQuantile(1e12, 1, 1e-9)).toBe(1)
  })

  test("give Clopper-Pearson limits: none in a billion at 97.5 % is 3.69e-9", () => {
    const limit = betaTailQuantile(1, 1e9, 0.025)
    expect(Math.abs(limit / -Math.expm1(Math.log(0.025) / 1e9) - 1)).toBeLessThan(1e-14)
  })

  test("are exact at the ends and refuse the rest", () => {
    expect([betaTailQuantile(2, 3, 0), betaTailQuantile(2, 3, 1)]).toEqual([1, 0])
    expect(() => betaTailQuantile(2, 3, Number.NaN)).toThrow("q must be in [0, 1], got NaN")
    expect(() => betaTailQuantile(0, 3, 0.5)).toThrow("a must be in (0, 1e15], got 0")
    expect(() => betaCdf(1, -2, 0.5)).toThrow("b must be in (0, 1e15], got -2")
    expect(() => betaCdf(1, 2, 1.5)).toThrow("x must be in [0, 1], got 1.5")
  })
})
