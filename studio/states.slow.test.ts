import { statesAreWhole } from "./states.contract.ts"
import { otherLooks } from "./testing/looks.ts"

statesAreWhole(otherLooks)
