import { brokenCases } from "./testing/broken-cases.ts"
import { areCaught, isFirst } from "./testing/caught.contract.ts"

areCaught(brokenCases.filter(isFirst))
