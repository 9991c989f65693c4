// What the build reads from the paper's committed results (vite.config.ts).

declare module "virtual:paper" {
  import type { Reproduced } from "@armistice/paper"

  export const committedJudgements: readonly Omit<Reproduced, "results">[]
}
