import { groupsHold } from "./context-verdict.contract.ts"

groupsHold(120)
