import { otherStyles } from "../testing/page-styles.ts"
import { statesAreWhole } from "./explorer-states.contract.ts"

statesAreWhole(otherStyles)
