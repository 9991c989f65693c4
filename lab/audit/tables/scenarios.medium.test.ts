import { accusedInNone, firstExamples } from "./scenarios.contract.ts"

accusedInNone(firstExamples())
