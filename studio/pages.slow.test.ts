import { pagesAreWhole } from "./pages.contract.ts"
import { otherLooks } from "./testing/looks.ts"

pagesAreWhole(otherLooks)
