import { expect, test } from "vitest"
import { columns, wrapCommand, wrapText } from "./wrap.ts"

const command =
  "  npx armistice simulate --algorithm dp-ts-ucb --alpha 1 --horizon 1e6 --means 0.95,0.75,0.55,0.35,0.15 --runs 20"

test("a long command is broken before an option, as a shell reads it, and is the same command", () => {
  const lines = wrapCommand(command).split("\n")
  expect(lines.length).toBeGreaterThan(1)
  for (const [number, line] of lines.entries()) {
    expect(line.length).toBeLessThanOrEqual(columns)
    expect(line.endsWith(" \\")).toBe(number < lines.length - 1)
    if (number > 0) expect(line).toMatch(/^ {4}--/)
  }
  expect(lines.map((line) => line.replace(/\\$/, "").trim()).join(" ")).toBe(command.trim())
  expect(wrapCommand("  npx armistice plan")).toBe("  npx armistice plan")
})

test("a word longer than a line stays whole, and lists hang under their text", () => {
  const long = "x".repeat(100)
  expect(wrapText(`a ${long} b`)).toBe(`a\n${long}\nb`)
  expect(wrapText(`  name                 ${"--flag ".repeat(12).trim()}`).split("\n")[1]).toMatch(/^ {23}--flag/)
})
