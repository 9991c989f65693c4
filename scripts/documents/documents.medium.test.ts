import { documentsRun } from "./documents.contract.ts"

documentsRun(false)
