import { expect, test } from "vitest"
import { incompleteBeta } from "./incomplete-beta.ts"

// a, b, x, I_x(a, b): computed with 40 digits.
const exact: [number, number, number, number][] = [
  [0.05, 0.05, 0.01, 0.3988709155755074],
  [0.5, 0.7, 0.00833, 0.0729070715865295],
  [3.8, 0.2, 0.5, 0.007972935297662916],
  [3.8, 0.2, 0.99, 0.4483697547216108],
  [0.6, 3.4, 0.02, 0.21157050129858948],
  [1, 1, 0.3, 0.3],
  [40, 55, 0.3, 0.006588004876187489],
  [40, 55, 0.6, 0.9997795080448854],
  [1000, 3000, 0.24, 0.0710803340085357],
  [1000, 3000, 0.27, 0.9979999404762196],
]

test.each(exact)("Beta(%d, %d) up to %d has probability %d", (a, b, x, probability) => {
  expect(Math.abs(incompleteBeta(x, a, b) / probability - 1)).toBeLessThan(2e-13)
})
