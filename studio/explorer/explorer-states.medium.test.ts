import { firstStyles } from "../testing/page-styles.ts"
import { statesAreWhole } from "./explorer-states.contract.ts"

statesAreWhole(firstStyles)
