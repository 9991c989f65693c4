import { pagesAreWhole } from "./pages.contract.ts"
import { otherStyles } from "./testing/page-styles.ts"

pagesAreWhole(otherStyles)
