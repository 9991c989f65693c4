import { expect, test } from "vitest"
import {
  formatArgument,
  formatCount,
  formatNumber,
  formatPercent,
  formatPoints,
  formatShortCount,
  roundTo,
} from "./format-number.ts"

test("counts are words from a million on", () => {
  expect([1000, 20_000, 1e6, 2.5e9, 1e12].map(formatCount)).toEqual([
    "1,000",
    "20,000",
    "1 million",
    "2.5 billion",
    "1 trillion",
  ])
})

test("short counts have an exponent only where it is shorter", () => {
  expect([20, 9999, 1e4, 12_345, 1.5e9, 1e12].map(formatShortCount)).toEqual([
    "20",
    "9,999",
    "1e4",
    "12,345",
    "1.5e9",
    "1e12",
  ])
})

test("the command line reads arguments back unchanged", () => {
  for (const value of [1000, 12_345, 20_000, 1e6, 1.5e9, 1e12, 0.05, 20_000.5])
    expect(Number(formatArgument(value))).toBe(value)
  expect(formatArgument(20_000)).toBe("2e4")
})

test("numbers, percentages and points", () => {
  expect(formatNumber(1234.5)).toBe("1,234.5")
  expect([formatPercent(0.6915), formatPercent(0.001, 2)]).toEqual(["69.2 %", "0.10 %"])
  expect([0.01, 0.08, 0.025].map(formatPoints)).toEqual(["1 point", "8 points", "2.5 points"])
})

test("ends are rounded outwards, and floating-point error moves no round number", () => {
  expect(roundTo(0.1234, 2, Math.ceil)).toBe(0.13)
  expect(roundTo(-0.1234, 2, Math.floor)).toBe(-0.13)
  expect(roundTo(0.1 + 0.2, 1, Math.ceil)).toBe(0.3)
  expect(roundTo(1.005, 2)).toBe(1)
})
