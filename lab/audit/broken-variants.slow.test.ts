import { brokenCases } from "./testing/broken-cases.ts"
import { areCaught, isShort } from "./testing/caught.contract.ts"

areCaught(brokenCases.filter((one) => !isShort(one)))
