// The health check of a container, `node healthcheck.mjs URL`: exits with 0 if the URL answers.
const response = await fetch(process.argv[2], { signal: AbortSignal.timeout(2000) }).catch(() => null)
process.exitCode = response?.ok ? 0 : 1
