import { statesAreWhole } from "./states.contract.ts"
import { firstStyles } from "./testing/page-styles.ts"

statesAreWhole(firstStyles)
