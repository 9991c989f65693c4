import { statesAreWhole } from "./states.contract.ts"
import { otherStyles } from "./testing/page-styles.ts"

statesAreWhole(otherStyles)
