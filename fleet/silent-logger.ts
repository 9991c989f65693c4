// Silences the job queue: progress and errors are reported elsewhere.

import { Logger } from "graphile-worker"

export const silentLogger = new Logger(() => () => undefined)
