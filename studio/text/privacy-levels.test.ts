import { readFileSync } from "node:fs"
import { attackSuccess, findEtaForAttackSuccess } from "@armistice/core"
import { describe, expect, test } from "vitest"
import {
  careful,
  computeExactGuesses,
  computeRightGuesses,
  findLevel,
  formatGuesses,
  littleIsLeft,
  privacyLevels,
} from "./privacy-levels.ts"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").replaceAll(/\s+/g, " ")

/** The table of levels in a document. */
const formatTenths = (eta: number) => computeExactGuesses(eta, 10).toFixed(1)

describe("the named privacy levels", () => {
  test("strict, careful and light are 55, 70 and 85 right guesses in 100", () => {
    expect(privacyLevels.map(({ name, eta }) => [name, computeRightGuesses(eta)])).toEqual([
      ["Strict", 55],
      ["Careful", 70],
      ["Light", 85],
    ])
    expect(formatGuesses(careful.eta)).toBe("70 in 100")
    expect(computeRightGuesses(null)).toBe(100)
    expect([findLevel(2)?.name, findLevel(3)]).toEqual(["Light", undefined])
  })

  const etas = Array.from({ length: 800 }, (_, step) => (step + 1) / 100)

  /** Where rounding says fewer guesses than can be right. */
  const underStated = (round: (eta: number) => number) =>
    etas.filter((eta) => round(eta) / 100 < attackSuccess({ eta }))

  test("no limit is rounded down, or up by a whole guess", () => {
    expect(underStated(computeRightGuesses)).toEqual([])
    expect(underStated(computeExactGuesses)).toEqual([])
    expect(underStated((eta) => Math.round(100 * attackSuccess({ eta })))).toContain(1)
    for (const eta of etas) expect(computeRightGuesses(eta) - 100 * attackSuccess({ eta })).toBeLessThan(1)
  })

  test("a requested whole number is shown as that number", () => {
    for (let guesses = 51; guesses < 100; guesses++)
      expect(computeRightGuesses(findEtaForAttackSuccess(guesses / 100))).toBe(guesses)
  })

  test("little is left where more than 99 guesses in 100 are right", () => {
    expect([computeRightGuesses(littleIsLeft), computeRightGuesses(8)]).toEqual([99.4, 100])
  })

  test("README.md says the same", () => {
    const readme = read("README.md")
    expect(readme).toContain(
      `η = ${careful.eta} is careful (at most ${computeRightGuesses(careful.eta)} guesses in 100 are right`,
    )
    expect(readme).toContain(`beyond about ${littleIsLeft} little is left`)
  })

  test("docs/choosing-eta.md says the same", () => {
    const table = read("docs/choosing-eta.md")
    for (const { name, eta, suits } of privacyLevels)
      expect(table).toContain(
        `| ${eta} | ${formatTenths(eta)} | ${name.toLowerCase()}, ${computeRightGuesses(eta)} | ${suits} |`,
      )
    expect(table).toContain(`| ${littleIsLeft} | ${formatTenths(littleIsLeft)} | | little is left |`)
  })
})
