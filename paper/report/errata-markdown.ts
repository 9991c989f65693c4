// docs/errata.md as text: the document is this text, so that no number in it can grow old.

import { errata } from "../errata.ts"

export function formatErrata(): string {
  const parts = errata().map(
    ({ where, what, shown }, index) => `## ${index + 1}. ${where}\n\n${what}\n\n**${shown}**\n`,
  )
  return `# Errata of the paper

This page lists the wrong or loose statements of "Connecting Thompson Sampling and UCB: Towards More Efficient Trade-offs Between
Privacy and Regret" (Hu, Huang, Zhang, Lécuyer, Hegde, ICML 2025), each with the numbers that show it. The numbers are computed by \`paper/errata.ts\`,
and a test fails if this document differs from it. Which claims hold in simulation is in the report of \`npx armistice reproduce\`;
its committed results are in \`paper/results/\`.

${parts.join("\n")}`
}
