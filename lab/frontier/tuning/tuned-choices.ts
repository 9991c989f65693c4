// What tuning chose, written from results/tuning.json by write-results.ts and put in form by `npm run format`.

import type { ChoiceAt } from "./tuned-parameters.ts"

export const tunedChoices: Readonly<Record<string, readonly ChoiceAt[]>> = {
  "gdp-ts": [
    { eta: 0.1, choice: { first: 2.5, batchRatio: 2 } },
    { eta: 0.3, choice: { first: 2.5, batchRatio: 1.5 } },
    { eta: 1, choice: { first: 2.5, batchRatio: 1.5 } },
    { eta: 3, choice: { first: 2.5, batchRatio: 1.3 } },
    { eta: 10, choice: { first: 2.5, batchRatio: 1.1 } },
  ],
  "gdp-ts without horizon": [
    { eta: 0.1, choice: { first: 8, batchRatio: 2 } },
    { eta: 0.3, choice: { first: 8, batchRatio: 1.3 } },
    { eta: 1, choice: { first: 8, batchRatio: 1.3 } },
    { eta: 3, choice: { first: 8, batchRatio: 1.3 } },
    { eta: 10, choice: { first: 8, batchRatio: 1.1 } },
  ],
  "m-ts-gaussian": [
    { eta: 0.1, choice: { share: 1 } },
    { eta: 0.3, choice: { share: 1 } },
    { eta: 1, choice: { share: 0.3 } },
    { eta: 3, choice: { share: 0.3 } },
    { eta: 10, choice: { share: 3 } },
  ],
  "anytime-lazy-ucb": [
    { eta: 0.1, choice: { logBase: "e" } },
    { eta: 0.3, choice: { logBase: "e" } },
    { eta: 1, choice: { logBase: "e" } },
    { eta: 3, choice: { logBase: "e" } },
    { eta: 10, choice: { logBase: "e" } },
  ],
  "lazy-dp-ts": [
    { eta: 0.1, choice: { logBase: "2" } },
    { eta: 0.3, choice: { logBase: "e" } },
    { eta: 1, choice: { logBase: "e" } },
    { eta: 3, choice: { logBase: "e" } },
    { eta: 10, choice: { logBase: "e" } },
  ],
  "adap-ucb": [
    { eta: 0.1, choice: { exploration: 1 } },
    { eta: 0.3, choice: { exploration: 1 } },
    { eta: 1, choice: { exploration: 1 } },
    { eta: 3, choice: { exploration: 1 } },
    { eta: 10, choice: { exploration: 1 } },
  ],
  "adap-kl-ucb": [
    { eta: 0.1, choice: { exploration: 1 } },
    { eta: 0.3, choice: { exploration: 1 } },
    { eta: 1, choice: { exploration: 1 } },
    { eta: 3, choice: { exploration: 1 } },
    { eta: 10, choice: { exploration: 1 } },
  ],
  "adac-ucb": [
    { eta: 0.1, choice: { exploration: 1 } },
    { eta: 0.3, choice: { exploration: 1 } },
    { eta: 1, choice: { exploration: 1 } },
    { eta: 3, choice: { exploration: 1 } },
    { eta: 10, choice: { exploration: 1 } },
  ],
  "dp-kl-ucb": [
    { eta: 0.1, choice: { first: 8, batchRatio: 1.3 } },
    { eta: 0.3, choice: { first: 8, batchRatio: 1.2 } },
    { eta: 1, choice: { first: 4, batchRatio: 1.5 } },
    { eta: 3, choice: { first: 4, batchRatio: 1.2 } },
    { eta: 10, choice: { first: 0, batchRatio: 1.1 } },
  ],
  "dp-kl-ucb without horizon": [
    { eta: 0.1, choice: { first: 12, batchRatio: 1.3 } },
    { eta: 0.3, choice: { first: 6, batchRatio: 1.5 } },
    { eta: 1, choice: { first: 3, batchRatio: 1.5 } },
    { eta: 3, choice: { first: 0, batchRatio: 1.2 } },
    { eta: 10, choice: { first: 0, batchRatio: 1.1 } },
  ],
  "dp-imed": [
    { eta: 0.1, choice: { first: 8, batchRatio: 2 } },
    { eta: 0.3, choice: { first: 8, batchRatio: 2 } },
    { eta: 1, choice: { first: 2, batchRatio: 2 } },
    { eta: 3, choice: { first: 4, batchRatio: 1.2 } },
    { eta: 10, choice: { first: 0, batchRatio: 1.1 } },
  ],
  "dp-imed without horizon": [
    { eta: 0.1, choice: { first: 25, batchRatio: 2 } },
    { eta: 0.3, choice: { first: 12, batchRatio: 2 } },
    { eta: 1, choice: { first: 6, batchRatio: 2 } },
    { eta: 3, choice: { first: 0, batchRatio: 1.3 } },
    { eta: 10, choice: { first: 0, batchRatio: 1.1 } },
  ],
  "dp-ucb": [
    { eta: 0.1, choice: { failure: 1 } },
    { eta: 0.3, choice: { failure: 1 } },
    { eta: 1, choice: { failure: 1 } },
    { eta: 3, choice: { failure: 1 } },
    { eta: 10, choice: { failure: 1 } },
  ],
}
