// Ends with 0 if the address answers that it is ready, for a container's health: node healthcheck.mjs http://127.0.0.1:4600/readyz
const answer = await fetch(process.argv[2], { signal: AbortSignal.timeout(2000) }).catch(() => null)
process.exitCode = answer?.ok ? 0 : 1
