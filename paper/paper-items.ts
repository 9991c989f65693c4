// The items of the paper: its definitions, theorems, lemmas, facts, corollaries, figures, its table
// and algorithm, and the claims in its text. Each names the judgements and errata that decide it;
// README.md has the table.

import type { Judgement } from "./judging/judgement.ts"

/** One item of the paper. */
export interface PaperItem {
  readonly name: string
  readonly states: string
  /** Beginnings of the names of its judgements. */
  readonly judged: readonly string[]
  readonly errata: readonly string[]
  /** A file of the repository that has it as code. */
  readonly code?: string
  /** Where nothing is judged. */
  readonly remark?: string
}

/** An item with what became of it. */
export interface JudgedItem {
  readonly name: string
  readonly states: string
  readonly place: string
  readonly verdict: string
}

const item = (
  name: string,
  states: string,
  judged: readonly string[],
  { errata = [], ...more }: Partial<Pick<PaperItem, "errata" | "code" | "remark">> = {},
): PaperItem => ({ name, states, judged, errata, ...more })

/** Every item of the paper, in its order. */
export const paperItems: readonly PaperItem[] = [
  item(
    "Section 1, the budget",
    "φ draws between two pulls of an arm",
    ["sampling-budget/refill", "open-choices/refilled", "open-choices/published"],
    { errata: ["figure-one"] },
  ),
  item("Figure 1", "the cap on draws from one Gaussian", ["sampling-budget"]),
  item("Figure 2", "arm-specific epochs", ["arm-epochs"]),
  item("Definition 2.1", "(ε, δ)-DP in online learning", [], {
    code: "core/privacy/gdp.ts",
    remark: "definition, used as stated",
  }),
  item("Definition 2.2", "the trade-off function", [], {
    code: "core/privacy/trade-off.ts",
    remark: "definition, used as stated",
  }),
  item("Definition 2.3", "η-GDP in online learning", [], {
    code: "docs/theory.md",
    remark: "definition, used as stated",
  }),
  item("Theorem 2.4", "η-GDP is (ε, δ(ε))-DP for every ε", ["approximate-dp/duality"]),
  item(
    "Section 3, Ou et al.",
    "TS-Gaussian is √(T/2)-GDP, M-TS-Gaussian √(T/(c(b+1)))-GDP",
    ["open-choices/variance"],
    { errata: ["variance"] },
  ),
  item("Section 3, lower bounds", "compatible with three known lower bounds", ["lower-bounds"]),
  item("Algorithm 1", "DP-TS-UCB", ["sampling-budget/cap", "sampling-budget/reuse", "arm-epochs"], {
    code: "core/algorithms/dp-ts-ucb.ts",
  }),
  item("Section 4.1, the choice of φ", "φ = c₀ T^((1-α)/2) ln^((3-α)/2) T", [], {
    errata: ["budget"],
    code: "core/algorithms/dp-ts-ucb.ts",
    remark: "used as stated; larger than the lemma needs",
  }),
  item("Lemma 4.1", "the best of φ draws exceeds the mean", ["lemma"], { errata: ["lemma-proof"] }),
  item("Theorem 4.2, problem-dependent", "Σ O(ln(T^((3-α)/2) Δ²) ln^α T/Δ + …)", ["regret-bound"], {
    errata: ["observation-constant"],
  }),
  item("Theorem 4.2, worst case", "O(√(KT) ln^((1+α)/2) T)", ["worst-case/follows", "worst-case/below"]),
  item("Corollary 4.3, problem-dependent", "Σ O(ln(T^1.5 Δ²)/Δ) at α = 0", [
    "regret-bound/below-0",
    "regret-bound/growth-0",
  ]),
  item("Corollary 4.3, worst case", "O(√(KT ln T)) at α = 0", ["worst-case/follows-0", "worst-case/below-0"]),
  item(
    "Section 4.2, discussion",
    "better than UCB1, slightly worse than TS-Gaussian",
    ["worst-case/ucb1", "worst-case/ts-gaussian"],
    { errata: ["ucb1", "misprint"] },
  ),
  item("Theorem 4.4", "√(2c₀ T^((1-α)/2) ln^(3(1-α)/2) T)-GDP", ["trade-off/eta"], { errata: ["factor-two"] }),
  item("Corollary 4.5", "O(T^¼ ln^¾ T)-GDP at α = 0, O(1)-GDP at α = 1", [
    "trade-off/eta-grows",
    "trade-off/constant-eta",
  ]),
  item("Table 1", "privacy and regret guarantees", ["guarantees"]),
  item(
    "Section 4.3, discussion",
    "better privacy than M-TS-Gaussian at a similar bound",
    ["guarantees/gamma-regret", "guarantees/logarithmic", "guarantees/below"],
    { errata: ["alpha-zero"] },
  ),
  item("Theorem 4.6", "the guarantee as (ε, δ)", ["approximate-dp/printed", "approximate-dp/as-strong"], {
    errata: ["epsilon-delta"],
  }),
  item("Theorem 4.7", "releases compose to √(Σ η²)", ["approximate-dp/composition"]),
  item("Theorem 4.8", "post-processing costs nothing", ["approximate-dp/post-processing"]),
  item("Figure 3", "privacy and regret by α and T", [
    "trade-off",
    "open-choices/refilled-rising",
    "open-choices/refilled-ends",
  ]),
  item("Section 5.1", "regret rises with α, η falls", [
    "trade-off/rising",
    "trade-off/eta-falls",
    "open-choices/refilled-rising",
  ]),
  item(
    "Figure 4 and Section 5.2",
    "lower regret and better privacy at the same regret bound",
    ["equal-regret-bound", "open-choices/refilled-bound", "open-choices/variance-bound"],
    { errata: ["alpha-zero"] },
  ),
  item("Section 5.3, the choice of c", "c for equal privacy", ["equal-privacy/eta", "pre-pulls/c"], {
    errata: ["square-root"],
  }),
  item("Figure 5 and Section 5.3", "regret at equal privacy", [
    "equal-privacy",
    "open-choices/refilled-0",
    "open-choices/refilled-1",
    "open-choices/variance-privacy",
  ]),
  item("Section 6", "optimal problem-dependent bound at α = 0", ["worst-case/corollary"], {
    code: "core/algorithms/dp-ts-ucb-anytime.ts",
  }),
  item("Fact A.1", "ln^(1-α) T ≤ (1-α) ln T + 1", ["lemmas/fact-a1"]),
  item("Fact A.2", "Hoeffding's inequality", [], { remark: "textbook" }),
  item("Fact A.3", "tails of the normal distribution", [], { remark: "textbook" }),
  item("Lemma C.1", "E[1/P - 1] ≤ 12.34, and ≤ 72/(TΔ²)", ["lemmas/c1"], { errata: ["proof-misprints"] }),
  item("Lemma D.1", "ω₂ = O(1/Δ²)", ["lemmas/d1"]),
  item("Lemma D.2", "ω₃ = O(1/Δ²)", ["lemmas/d2"], { errata: ["proof-misprints"] }),
  item("Lemma D.3", "the chances of two pulls", ["lemmas/d3"], { errata: ["proof-misprints"] }),
  item("Figure 6 and Appendix E.1", "the best b", ["pre-pulls", "open-choices/variance-best"], {
    errata: ["square-root"],
  }),
  item(
    "Figure 7 and Appendix E.2",
    "against (ε, 0)-DP algorithms",
    ["pure-privacy", "open-choices/refilled-pure", "open-choices/variance-pure"],
    { errata: ["unequal-privacy"] },
  ),
]

/** The items with verdicts: of the paper's own claims, or where it makes none of our questions. */
export function judgeItems(judgements: readonly Judgement[]): JudgedItem[] {
  return paperItems.map(({ name, states, judged, errata, code, remark }) => {
    const own = findJudgements(judgements, judged)
    const claims = own.filter(({ by }) => by === "paper")
    const decided =
      claims.length > 0 || own.length === 0 ? describeVerdict(claims) : `of our questions ${describeVerdict(own)}`
    const sections = [...new Set(judged.map((beginning) => beginning.split("/")[0]))]
    const place = [...sections, ...errata.map((id) => `erratum ${id}`), ...(code === undefined ? [] : [code])]
    const verdict = [decided, remark, errata.length > 0 ? "erratum" : ""].filter(Boolean).join("; ")
    return { name, states, place: place.join(", ") || "none needed", verdict }
  })
}

/** The judgements whose names begin so, each once. */
export const findJudgements = (judgements: readonly Judgement[], beginnings: readonly string[]): Judgement[] =>
  judgements.filter(({ id }) =>
    beginnings.some(
      (beginning) => id === beginning || id.startsWith(`${beginning}/`) || id.startsWith(`${beginning}-`),
    ),
  )

function describeVerdict(claims: readonly Judgement[]): string {
  if (claims.length === 0) return ""
  const count = (verdict: Judgement["verdict"]) => claims.filter((claim) => claim.verdict === verdict).length
  const [holds, fails, open] = [count("holds"), count("does not hold"), count("undecided")]
  if (holds === claims.length) return ["", "holds", "both hold"][holds] ?? `all ${holds} hold`
  if (fails === claims.length) return "does not hold"
  if (open === claims.length) return "undecided"
  const parts = [
    `${holds} of ${claims.length} hold`,
    fails > 0 && `${fails} ${fails === 1 ? "does" : "do"} not`,
    open > 0 && `${open} undecided`,
  ]
  return parts.filter(Boolean).join(", ")
}
