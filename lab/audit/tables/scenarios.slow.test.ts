import { accusedInNone, otherExamples } from "./scenarios.contract.ts"

accusedInNone(otherExamples())
