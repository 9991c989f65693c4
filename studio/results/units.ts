// Figures in the reward's units, kept on one line with their sign.

import { formatNumber, formatPercent } from "@armistice/core/text"
import * as core from "@armistice/core/verdict-text"
import { keepPercentTogether } from "../text/numbers.ts"

export type { Units } from "@armistice/core/verdict-text"

export const createUnits = (range: { readonly min: number; readonly max: number }): core.Units =>
  core.createUnits(range, "\u00a0%")

/** A sum of rewards: whole where each is a success, three digits that count otherwise. */
export const formatTotal = (units: core.Units, total: number, round = Math.round): string =>
  units.unit === "" ? String(Number(total.toPrecision(3))) : formatNumber(round(total))

export const formatCertainty = (certainty: number): string => keepPercentTogether(core.formatCertainty(certainty))

export const formatLevel = (level: number): string => keepPercentTogether(core.formatLevel(level))

/** A share of people: "3.1 %". */
export const formatShare = (share: number): string => keepPercentTogether(formatPercent(share))
