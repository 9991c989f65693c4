import { describe } from "vitest"
import { allowedReachAll, othersReachNothing } from "./web-page.contract.ts"

describe("others", () => othersReachNothing(["SQLite", "Postgres"]))

describe("allowed pages", () => allowedReachAll())
