import { expect, test } from "vitest"
import { titleVerdict } from "./verdict-title.ts"

test("each state has a title, with the leader and the target where it names them", () => {
  expect(titleVerdict("no_answers")).toBe("No figures yet.")
  expect(titleVerdict("too_early")).toBe("Too early to say.")
  expect(titleVerdict("leaning", { leader: "blue" })).toBe("Leaning towards blue.")
  expect(titleVerdict("clear", { leader: "Blue" })).toBe("Blue is ahead.")
  expect(titleVerdict("clear", { leader: "Blue", isOver: true })).toBe("Blue won.")
  expect(titleVerdict("no_difference")).toBe("No difference worth naming.")
  expect(titleVerdict("guardrail", { leader: "Blue", harmed: ["complaints"], change: "up" })).toBe(
    "Blue is ahead, but complaints are up.",
  )
  expect(titleVerdict("guardrail", { leader: "Blue", harmed: ["speed"] })).toBe("Blue is ahead, but speed is worse.")
  expect(titleVerdict("ended_undecided")).toBe("It ended without a winner.")
  expect(titleVerdict("ended_undecided", { reached: 12_000 })).toBe("No winner. Target of 12,000 reached.")
})
