import { pagesAreWhole } from "./pages.contract.ts"
import { firstLooks } from "./testing/looks.ts"

pagesAreWhole(firstLooks)
