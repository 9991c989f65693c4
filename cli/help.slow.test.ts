import { examplesRun } from "./testing/help-examples.ts"

examplesRun()
