// The virtual module that paper-judgements.ts provides.

declare module "virtual:paper" {
  import type { Reproduced } from "@armistice/paper"

  export const committedJudgements: readonly Omit<Reproduced, "results">[]
}
