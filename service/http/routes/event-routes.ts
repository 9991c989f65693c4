// Public events as server-sent events. Events have ids, so that a reader can resume after a lost
// connection; progress (how often each arm was chosen) is sent between them without an id.

import type { ServerResponse } from "node:http"
import type { FastifyRequest } from "fastify"
import { Type } from "typebox"
import type { Service } from "../../service.ts"
import { ServiceError } from "../../service-error.ts"
import type { Committed } from "../../transaction/commit-batch.ts"
import type { App } from "../app.ts"
import { viewProgress } from "../experiment-view.ts"
import { answers, OneExperiment, secured } from "./operation.ts"

/** A stream with more unread bytes than this is closed. */
const maxUnreadBytes = 1_048_576

export interface EventOptions {
  readonly heartbeatMs: number
  /** Open streams in all, and for one key together with the keys it was rotated from or to. */
  readonly maxStreams: number
  readonly maxStreamsPerKey: number
}

export function addEventRoutes(
  app: App,
  service: Service,
  isStillGood: (request: FastifyRequest) => Promise<boolean>,
  options: EventOptions,
): void {
  const { heartbeatMs, maxStreams, maxStreamsPerKey } = options
  /** The lineage of the key of each open stream. */
  const open = new Map<ServerResponse, string>()
  app.addHook("preClose", (done) => {
    for (const response of open.keys()) response.end()
    done()
  })

  /** False once the store may have changed behind this process, such as by a second owner. */
  const mayUseStore = async (): Promise<boolean> => {
    try {
      await service.store.check()
      return true
    } catch {
      return false
    }
  }

  app.get(
    "/v1/experiments/:id/events",
    {
      config: { task: "audit" },
      schema: {
        operationId: "streamEvents",
        summary: "Server-sent events: status, release, verdict, nearly_all_largest, integrity, arm, progress",
        tags: ["privacy"],
        security: secured,
        params: OneExperiment,
        headers: Type.Object({ "last-event-id": Type.Optional(Type.String({ pattern: "^[0-9]{1,15}$" })) }),
        response: answers({
          200: { description: "a stream", content: { "text/event-stream": { schema: Type.String() } } },
        }),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await service.live(id)
      if (open.size >= maxStreams) throw new ServiceError("rate_limited", `${maxStreams} streams are open already`)
      const { keyLineage } = request
      if (keyLineage !== "local" && countEqual(open.values(), keyLineage) >= maxStreamsPerKey)
        throw new ServiceError("rate_limited", `${maxStreamsPerKey} streams of this key are open already`)
      reply.hijack()
      request.leave()
      const response = reply.raw
      // The client disconnected during the lookup, so "close" will not be emitted.
      if (response.destroyed) return
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream",
        "cache-control": "no-store",
      })
      const write = (text: string): void => {
        if (!response.writableEnded) response.write(text)
      }
      let lastSent = Number(request.headers["last-event-id"] ?? 0)
      let lastProgress = ""
      /** Ends the stream with its key or session, or when the store may have changed. */
      const mayRead = async (): Promise<boolean> => {
        if ((await mayUseStore()) && (await isStillGood(request))) return true
        response.end()
        return false
      }
      const sendEvents = oneAtATime(async () => {
        if (!(await mayRead())) return
        for (const { number, kind, body } of await service.store.rowsAfter("events", id, lastSent, 1000)) {
          write(`id: ${number}\nevent: ${kind}\ndata: ${body}\n\n`)
          lastSent = number
        }
      })
      const sendProgress = oneAtATime(async () => {
        if (!(await mayRead())) return
        const text = JSON.stringify(viewProgress(await service.live(id)))
        write(text === lastProgress ? ": still here\n\n" : `event: progress\ndata: ${text}\n\n`)
        lastProgress = text
      })
      const onCommitted = ({ experiments }: Committed) => {
        if (experiments.includes(id)) setImmediate(sendEvents)
      }
      // The heartbeat also sends what other replicas committed.
      const timer = setInterval(() => {
        // A slow reader must not fill the memory; it can resume after its last event.
        if (response.writableLength > maxUnreadBytes) {
          response.destroy()
          return
        }
        sendEvents()
        sendProgress()
      }, heartbeatMs)
      open.set(response, keyLineage)
      service.storeEvents.on("committed", onCommitted)
      response.on("close", () => {
        clearInterval(timer)
        open.delete(response)
        service.storeEvents.off("committed", onCommitted)
      })
      sendEvents()
      sendProgress()
    },
  )
}

function countEqual(values: Iterable<string>, wanted: string): number {
  let count = 0
  for (const value of values) if (value === wanted) count += 1
  return count
}

/** A call during a run repeats `work` afterwards. The next heartbeat makes up for an error. */
function oneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false
  let isWanted = false
  const run = async (): Promise<void> => {
    isRunning = true
    do {
      isWanted = false
      await work().catch(() => undefined)
    } while (isWanted)
    isRunning = false
  }
  return () => {
    isWanted = true
    if (!isRunning) void run()
  }
}
