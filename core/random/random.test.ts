import { everyRandom } from "./random.contract.ts"
import { secureRandom } from "./secure-random.ts"
import { seededRandom } from "./seeded-random.ts"

everyRandom("seededRandom", () => seededRandom("every random"))
everyRandom("a fork", () => seededRandom("every random").fork(7))
everyRandom("secureRandom", secureRandom)
