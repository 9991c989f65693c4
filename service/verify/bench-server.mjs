// A server of the benchmark, in a process of its own: the service as people run it, which is compiled, or a bare one that answers as many
// bytes and does nothing else. Arguments: "http", "fastify" or "service"; for the service also its store file, guards (on or off) and
// operations per transaction. Tells the address once it listens, and processor time in microseconds whenever it is asked.
import { createServer } from "node:http"
import fastify from "fastify"
import { createKey, openSqliteStore, startService } from "../dist/index.js"

const [kind, path, guards, largest] = process.argv.slice(2)
process.send(await { http: bareHttp, fastify: bareFastify, service }[kind]())
process.on("message", () => {
  const { user, system } = process.cpuUsage()
  process.send(user + system)
})
process.on("disconnect", () => process.exit(0))

/** An answer as long as a decision's, made anew each time. */
function likeDecision() {
  return { decisionId: "dec_00000000aaaaaaaa-bbbb-4ccc", arm: "a", status: "running" }
}

async function bareHttp() {
  const server = createServer((request, response) => {
    const parts = []
    request.on("data", (part) => parts.push(part))
    request.on("end", () => {
      JSON.parse(Buffer.concat(parts).toString())
      const text = JSON.stringify(likeDecision())
      response.writeHead(201, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      response.end(text)
    })
  })
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { address: `http://127.0.0.1:${server.address().port}` }
}

async function bareFastify() {
  const app = fastify()
  app.post("/v1/experiments/:id/decisions", async (_request, reply) => {
    reply.code(201)
    return likeDecision()
  })
  return { address: await app.listen({ port: 0, host: "127.0.0.1" }) }
}

async function service() {
  const isGuarded = guards === "on"
  const store = openSqliteStore(path)
  const keys = isGuarded ? ["decide", "operate"].map((role) => createKey(store, { name: "bench", role }).token) : []
  store.close()
  const { address } = await startService({
    store: path,
    port: 0,
    rateLimit: isGuarded ? 1e9 : null,
    securityHeaders: isGuarded,
    largestGroup: Number(largest),
  })
  const [decide, operate] = keys
  return { address, decide, operate }
}
