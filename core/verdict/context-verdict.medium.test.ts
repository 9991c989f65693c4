import { groupsHold, neverHelps, nothingDiffers } from "./context-verdict.contract.ts"

neverHelps(nothingDiffers, 120)
groupsHold(120)
