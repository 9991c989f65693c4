// The job queue logs nothing of its own: progress and errors say what matters.

import { Logger } from "graphile-worker"

export const silentLogger = new Logger(() => () => undefined)
