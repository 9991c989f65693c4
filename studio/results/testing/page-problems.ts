// Compares a page with the service: the state of each verdict, its text and figures, the marked
// leader, and the number of rows. An empty list means that they agree.

import type { Page } from "playwright-core"
import type { Results } from "../results-types.ts"

type Group = Results["segments"][number]

export async function pageProblems(page: Page, results: Results, horizon: number): Promise<string[]> {
  const problems: string[] = []
  for (const group of results.segments) {
    const label = group.segment === null ? "Verdict" : `Verdict, ${group.segment}`
    const verdict = page.locator(`section[aria-label^="${label}:"]`)
    const title = await verdict.locator("h2").innerText()
    const words = (await verdict.innerText()).replaceAll("\u00a0", " ")
    const state = await verdict.getAttribute("data-state")
    if (state !== group.state) problems.push(`${label}: the state is ${group.state}, got ${state}`)
    const expected = expectTitle(group, results.status, horizon)
    if (!expected.test(title)) problems.push(`${label}: ${group.state} must read ${expected}, got ${title}`)
    for (const figure of listFigures(group))
      if (!words.includes(figure)) problems.push(`${label}: ${figure} must be in it, got ${words}`)
    const isPrimary = (await verdict.locator(".btn.primary", { hasText: "Finish" }).count()) > 0
    if (isPrimary && group.state !== "clear")
      problems.push(`${label}: finishing is offered first though it is ${group.state}`)
  }
  const body = await page.innerText("main")
  const people = results.segments.flatMap(({ arms }) => arms).reduce((sum, { decisions }) => sum + decisions, 0)
  if (people > 0 && body.includes("Nobody has come yet") && results.segments.length === 1)
    problems.push(`${people} people came, and it says that nobody did`)
  return problems
}

function expectTitle(group: Group, status: Results["status"], horizon: number): RegExp {
  const people = group.arms.reduce((sum, { decisions }) => sum + decisions, 0)
  const isOver = status === "finished" || status === "archived" || people >= horizon
  const ended = people >= horizon ? /^No winner\. Target of [\d,]+ reached\.$/ : /^It ended without a winner\.$/
  const name = (group.leader ?? "").replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
  switch (group.state) {
    case "no_answers":
      return isOver
        ? /^It ended without a winner\.$/
        : people === 0
          ? /^Nobody has come yet\.$/
          : /^(Waiting for (answers|more \w+)|First figures on .+|No figures yet)\.$/
    case "ended_undecided":
      return ended
    case "clear":
      return new RegExp(`^“?${name}”? ${isOver ? "won" : "is ahead"}\\.$`)
    case "guardrail":
      return new RegExp(`^“?${name}”? is ahead, but .+ (is|are) (up|worse)\\.$`)
    case "no_difference":
      return /^No difference worth naming\.$/
    case "leaning":
      return isOver ? ended : new RegExp(`^Leaning towards “?${name}”?\\.$`)
    case "too_early":
      return isOver ? ended : /^Too early to say\.$/
  }
}

/** The leader's mean, where the verdict names it. All rewards are from 0 to 1 here. */
function listFigures({ arms, leader, state }: Group): string[] {
  const mean = arms.find(({ arm }) => arm === leader)?.mean
  if (mean === undefined || mean === null || state === "guardrail" || arms.length > 8) return []
  return [`${(Math.round(mean * 1000) / 10).toFixed(1)} %`]
}
