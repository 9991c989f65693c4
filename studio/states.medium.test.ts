import { statesAreWhole } from "./states.contract.ts"
import { firstLooks } from "./testing/looks.ts"

statesAreWhole(firstLooks)
