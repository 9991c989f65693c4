// A server of the benchmark, in a process of its own: the service as people run it, which is
// compiled, or a bare one that answers as many bytes and does nothing else, or ("disk") nothing but
// what no durable answer can do without. Arguments: "http", "fastify", "disk" or "service"; for the
// last two also their file, for the service (whose store may be a database where guards are off)
// guards, on or off, and operations per transaction. It sends its address once it listens and,
// whenever it is asked, processor time in microseconds ("cpu") or milliseconds of the longest
// garbage collection since ("gc").
import { fsyncSync, openSync, writeSync } from "node:fs"
import { createServer } from "node:http"
import { PerformanceObserver } from "node:perf_hooks"
import fastify from "fastify"
import { collectYoungObjectsInOneThread, createKey, openSqliteStore, startService } from "../dist/index.js"

const [kind, path, guards, largest] = process.argv.slice(2)
let longest = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
}).observe({ entryTypes: ["gc"] })
// As `armistice serve` does; the bare servers too, so that no ratio gains by it.
collectYoungObjectsInOneThread()
process.send(await { http: bareHttp, fastify: bareFastify, disk: bareDisk, service }[kind]())
process.on("message", (asked) => {
  const { user, system } = process.cpuUsage()
  process.send(asked === "gc" ? longest : user + system)
  if (asked === "gc") longest = 0
})
process.on("disconnect", () => process.exit(0))

/** An answer as long as a decision's, built for each request. */
function likeDecision() {
  return { decisionId: "dec_00000000aaaaaaaa-bbbb-4ccc", arm: "a", status: "running" }
}

/** `answering`: what is done before each answer. */
async function bareHttp(answering = (answer) => answer()) {
  const server = createServer((request, response) => {
    const parts = []
    request.on("data", (part) => parts.push(part))
    request.on("end", () => {
      JSON.parse(Buffer.concat(parts).toString())
      answering(() => {
        const text = JSON.stringify(likeDecision())
        response.writeHead(201, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
        response.end(text)
      })
    })
  })
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { address: `http://127.0.0.1:${server.address().port}` }
}

/**
 * The requests that came together share one write of as many bytes as a commit of the service has,
 * and one fsync, and are answered then.
 */
function bareDisk() {
  const [pages, inLog] = [12, 1000]
  const [file, bytes] = [openSync(path, "w"), Buffer.alloc(pages * 4096, 1)]
  let [waiting, written] = [[], 0]
  const flush = () => {
    // In a circle, as SQLite writes its log.
    writeSync(file, bytes, 0, bytes.length, written)
    written = (written + bytes.length) % (inLog * 4096)
    fsyncSync(file)
    const answers = waiting
    waiting = []
    for (const answer of answers) answer()
  }
  return bareHttp((answer) => {
    if (waiting.push(answer) === 1) setImmediate(flush)
  })
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
  const keys = isGuarded ? createKeys() : []
  const { address } = await startService({
    store: path,
    port: 0,
    rateLimit: isGuarded ? 1e9 : null,
    largestBatch: Number(largest),
    subjectKey: Buffer.alloc(32).toString("base64url"),
  })
  const [decide, operate] = keys
  return { address, decide, operate }
}

function createKeys() {
  const store = openSqliteStore(path)
  const tokens = ["decide", "operate"].map((role) => createKey(store, { name: "bench", role }).token)
  store.close()
  return tokens
}
