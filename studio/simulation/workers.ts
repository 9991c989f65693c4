// The workers of this page.

import { browserWorkers } from "@armistice/lab"

export const workers = browserWorkers(() => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }))
