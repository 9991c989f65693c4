import { pagesAreWhole } from "./pages.contract.ts"
import { firstStyles } from "./testing/page-styles.ts"

pagesAreWhole(firstStyles)
