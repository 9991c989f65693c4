import { firstLooks } from "../testing/looks.ts"
import { statesAreWhole } from "./explorer-states.contract.ts"

statesAreWhole(firstLooks)
