import { readFileSync } from "node:fs"
import { attackSuccess } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { careful, guessesInWords, levelOf, littleIsLeft, privacyLevels, rightGuesses } from "./privacy-levels.ts"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").replaceAll(/\s+/g, " ")

/** As documents have it: to a tenth, and rounded up, since it is a limit. */
const inTenths = (eta: number) => (Math.ceil(1000 * attackSuccess({ eta })) / 10).toFixed(1)

describe("which privacy is called what", () => {
  test("strict, careful and light are 55, 69 and 84 right guesses in 100", () => {
    expect(privacyLevels.map(({ name, eta }) => [name, rightGuesses(eta)])).toEqual([
      ["Strict", 55],
      ["Careful", 69],
      ["Light", 84],
    ])
    expect(guessesInWords(careful.eta)).toBe("69 in 100")
    expect(rightGuesses(null)).toBe(100)
    expect([levelOf(2)?.name, levelOf(3)]).toEqual(["Light", undefined])
  })

  test("the whole number is the figure to half a guess", () => {
    for (const { eta } of privacyLevels)
      expect(Math.abs(rightGuesses(eta) - 100 * attackSuccess({ eta }))).toBeLessThan(0.5)
  })

  test("little is left where 99 guesses in 100 are right", () => {
    expect(rightGuesses(littleIsLeft)).toBe(99)
  })

  test("README.md says the same", () => {
    const readme = read("README.md")
    expect(readme).toContain(`η = ${careful.eta} is careful (at most ${inTenths(careful.eta)} guesses in 100 are right`)
    expect(readme).toContain(`beyond about ${littleIsLeft} little is left`)
  })

  test("docs/choosing-eta.md says the same", () => {
    const table = read("docs/choosing-eta.md")
    for (const { name, eta, suits } of privacyLevels)
      expect(table).toContain(`| ${eta} | ${inTenths(eta)} | ${name.toLowerCase()} | ${suits} |`)
    expect(table).toContain(`| ${littleIsLeft} | ${inTenths(littleIsLeft)} | | little is left |`)
  })
})
