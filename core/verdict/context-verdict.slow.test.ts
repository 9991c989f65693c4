import { groupsHold, neverHelps, nothingDiffers } from "./context-verdict.contract.ts"

neverHelps(nothingDiffers, 400)

neverHelps(
  {
    name: "nothing differs between five levels",
    means: Array.from({ length: 5 }, () => [0.5, 0.5]),
    seems: 0.15,
  },
  400,
)

// The levels' means differ far more than the arms do.
neverHelps(
  {
    name: "levels differ and one arm is the best in all",
    means: [
      [0.32, 0.3],
      [0.52, 0.5],
      [0.72, 0.7],
    ],
    seems: 0.15,
  },
  400,
)

groupsHold(400)
