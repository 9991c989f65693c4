// The health check of a container: exits with 0 if the address answers. node healthcheck.mjs http://127.0.0.1:4600/readyz
const response = await fetch(process.argv[2], { signal: AbortSignal.timeout(2000) }).catch(() => null)
process.exitCode = response?.ok ? 0 : 1
