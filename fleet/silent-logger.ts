// The job queue keeps its own log to itself: what matters is said in progress and errors.

import { Logger } from "graphile-worker"

export const silentLogger = new Logger(() => () => undefined)
