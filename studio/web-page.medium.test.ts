import { othersReachNothing } from "./web-page.contract.ts"

othersReachNothing(["SQLite"])
