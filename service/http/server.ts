// The HTTP server: guards, routes, errors and the OpenAPI document. Built without listening, so
// that tests can call it directly.

import { readFileSync } from "node:fs"
import cors from "@fastify/cors"
import swagger from "@fastify/swagger"
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox"
import fastify, { type FastifyReply, type FastifyRequest, LogController } from "fastify"
import { Refusals } from "../activity/refusals.ts"
import { KeyRing } from "../keys/key-ring.ts"
import { KeyUses } from "../keys/key-uses.ts"
import type { Service } from "../service.ts"
import { ServiceError } from "../service-error.ts"
import { SignIn } from "../sign-in/sign-in.ts"
import type { SignInOptions } from "../sign-in/sign-in-options.ts"
import { quoted } from "../text.ts"
import { version } from "../version.ts"
import { AddressPolicy } from "../webhooks/address-policy.ts"
import type { App } from "./app.ts"
import { addAuthentication, isStillGood } from "./authentication.ts"
import { addBodyParser } from "./body.ts"
import { refuseConnection, refuseExpectation } from "./early-refusals.ts"
import { HiddenArrivals } from "./hidden-arrivals.ts"
import { toResponse, toServiceError } from "./http-errors.ts"
import { Metrics } from "./metrics.ts"
import { markOptionalBodies } from "./optional-bodies.ts"
import { addKeyLimit, addRateLimit, RateCounts } from "./rate-limit.ts"
import { RequestDeadline } from "./request-deadline.ts"
import { addRequestLog, RequestLog } from "./request-log.ts"
import { addActivityRoutes } from "./routes/activity-routes.ts"
import { addAssignmentRoutes } from "./routes/assignment-routes.ts"
import { addDecisionRoutes } from "./routes/decision-routes.ts"
import { addEvaluationRoutes, refuseFlagKey, sendEvaluationFailure } from "./routes/evaluation-routes.ts"
import { addEventRoutes } from "./routes/event-routes.ts"
import { addExperimentRoutes } from "./routes/experiment-routes.ts"
import { addExportRoutes } from "./routes/export-routes.ts"
import { addHealthRoutes } from "./routes/health-routes.ts"
import { addKeyRoutes } from "./routes/key-routes.ts"
import { addListRoutes } from "./routes/list-routes.ts"
import { addMeRoute } from "./routes/me-route.ts"
import { withRefusals } from "./routes/operation.ts"
import { addPeopleRoutes } from "./routes/people-routes.ts"
import { addPopulationRoutes } from "./routes/population-routes.ts"
import { addPrivacyRoutes } from "./routes/privacy-routes.ts"
import { addPurgeRoutes } from "./routes/purge-routes.ts"
import { addResultRoutes } from "./routes/result-routes.ts"
import { addRewardRoutes } from "./routes/reward-routes.ts"
import { addSignInRoutes } from "./routes/sign-in-routes.ts"
import { addStatementRoutes } from "./routes/statement-routes.ts"
import { addWebhookRoutes } from "./routes/webhook-routes.ts"
import { addSecurityHeaders } from "./security-headers.ts"
import { addStoreCheck } from "./store-check.ts"
import { parseTrustedProxies, type TrustedProxies } from "./trust-proxy.ts"
import { addWebGuard, type WebGuardOptions } from "./web-guard.ts"

/** Limits and guards of the HTTP server. */
export interface ServerOptions extends WebGuardOptions {
  /** Requests per second and key, or address; 2000 if left out, null for no limit. */
  readonly rateLimit?: number | null
  /** The largest body in bytes; 1 MiB if left out. */
  readonly bodyLimitBytes?: number
  /** Proxies whose X-Forwarded-For is trusted; none if left out. */
  readonly trustProxy?: TrustedProxies
  /** Receives the request log, one JSON line a request; none by default. */
  readonly log?: { write(line: string): void }
  /** Files of a certificate and its key, for TLS. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** How often event streams send a heartbeat; 5000 if left out. */
  readonly heartbeatMs?: number
  /** How soon keys created or revoked by another process are noticed; 500 if left out. */
  readonly keyRefreshMs?: number
  /** Hosts, addresses and networks to which webhooks may be sent although they are not public. */
  readonly webhookAllow?: readonly string[]
  /** Lets people sign in; keys alone open the service if left out. */
  readonly signIn?: SignInOptions
  /** Adds routes under the same guards, such as those of the web page. */
  readonly extend?: (app: App) => void
}

export async function buildServer(service: Service, options: ServerOptions): Promise<App> {
  const app = create(options)
  const metrics = new Metrics(service)
  const log = new RequestLog(app, metrics)
  const refusals = new Refusals(service.store, () => service.now())
  addErrors(app, log, refusals)
  addBodyParser(app)
  addRequestLog(app, log, new HiddenArrivals(service))
  const signIn =
    options.signIn === undefined
      ? null
      : new SignIn(options.signIn, {
          store: service.store.sessions,
          now: () => service.now(),
          address: () => app.listeningOrigin,
          refreshMs: options.keyRefreshMs,
        })
  const keys = new KeyRing(service.store, options.keyRefreshMs, signIn !== null)
  addSecurityHeaders(app)
  const deadline = new RequestDeadline(service.requestTimeoutMs)
  deadline.limitRoutes(app)
  addWebGuard(app, keys, options, deadline)
  // Before authentication, so that a page can read that its key is missing.
  if (options.corsOrigins !== undefined && options.corsOrigins.length > 0)
    await app.register(cors, configureCors(options))
  const uses = new KeyUses(service.store)
  const perSecond = options.rateLimit === undefined ? 2000 : options.rateLimit
  const limit = perSecond === null ? null : new RateCounts(perSecond)
  const authentication = { keys, uses, signIn, limit, now: () => service.now() }
  addAuthentication(app, authentication, deadline)
  addStoreCheck(app, service.store)
  if (limit !== null) addRateLimit(app, limit)
  addKeyLimit(app)
  await app.register(swagger, {
    openapi: description(),
    hideUntagged: true,
    transform: ({ schema, url }) => ({ schema: withRefusals(schema), url }),
    transformObject: (document) => ("openapiObject" in document ? markOptionalBodies(document.openapiObject) : {}),
  })
  app.after(() => {
    addExperimentRoutes(app, service)
    addListRoutes(app, service)
    addMeRoute(app)
    addSignInRoutes(app, signIn)
    addPeopleRoutes(app, service, signIn)
    addDecisionRoutes(app, service)
    addRewardRoutes(app, service)
    addAssignmentRoutes(app, service)
    addEvaluationRoutes(app, service)
    addPopulationRoutes(app, service)
    addPrivacyRoutes(app, service)
    addResultRoutes(app, service)
    addStatementRoutes(app, service)
    addPurgeRoutes(app, service)
    addExportRoutes(app, service)
    addActivityRoutes(app, service, refusals)
    addWebhookRoutes(app, service, new AddressPolicy(options.webhookAllow))
    addKeyRoutes(app, service, keys, signIn?.hasAdmins ?? false)
    addEventRoutes(app, service, (request) => isStillGood(request, authentication), {
      heartbeatMs: options.heartbeatMs ?? 5000,
      maxStreams: 200,
      maxStreamsPerKey: 50,
    })
    addHealthRoutes(app, service, metrics)
    options.extend?.(app)
  })
  await app.ready()
  return app
}

const configureCors = ({ corsOrigins = [] }: ServerOptions) => ({
  origin: [...corsOrigins],
  methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
  exposedHeaders: ["etag", "location", "retry-after"],
  // Seconds for which a browser remembers a preflight.
  maxAge: 600,
  // The plugin would refuse an OPTIONS that is no preflight without a problem document.
  strictPreflight: false,
})

function create({ bodyLimitBytes = 1_048_576, trustProxy, log, tls }: ServerOptions): App {
  const shared = {
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: false } as const },
    bodyLimit: bodyLimitBytes,
    trustProxy: parseTrustedProxies(trustProxy),
    // Fastify's own log has addresses with ids in them; request-log.ts logs instead.
    logController: new LogController({ disableRequestLogging: true }),
    logger: log === undefined ? false : { level: "info", stream: log },
    routerOptions: { maxParamLength: 300 },
    // Limits connections that send their request byte by byte.
    requestTimeout: 60_000,
    forceCloseConnections: "idle",
    // Our own refusal is a problem document with Retry-After.
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply) => {
      const isTooLong = error.code === "FST_ERR_MAX_PARAM_LENGTH"
      if (!refuseFlagKey(request.raw.url ?? "", reply, isTooLong)) sendProblem(reply, toServiceError(error))
    },
  } as const
  // The guard refuses a request without Host itself, as a problem document.
  const http = { requireHostHeader: false }
  const app =
    tls === undefined
      ? fastify({ ...shared, http })
      : fastify({ ...shared, https: { ...http, cert: readFileSync(tls.cert), key: readFileSync(tls.key) } })
  app.server.on("checkExpectation", refuseExpectation)
  return (app as unknown as App).withTypeProvider<TypeBoxTypeProvider>()
}

function addErrors(app: App, log: RequestLog, refusals: Refusals): void {
  app.addHook("onClose", () => refusals.written())
  app.setErrorHandler((error, request, reply) => {
    const known = toServiceError(error, request.routeOptions.config.namesFields)
    if (known.code === "internal") log.noteFault(error)
    noteRefusal(refusals, request, known)
    if (request.routeOptions.config.isRemoteEvaluation === true) sendEvaluationFailure(request, reply, known)
    else sendProblem(reply, known)
  })
  app.setNotFoundHandler(({ method, url }, reply) =>
    sendProblem(
      reply,
      new ServiceError("not_found", `unknown address ${method} ${quoted(url)}: /openapi.json describes all`),
    ),
  )
}

/** Records what a known key was not allowed to change, but no requests beyond the rate limit. */
function noteRefusal(
  refusals: Refusals,
  { actor: key, routeOptions, params }: FastifyRequest,
  { code, status }: ServiceError,
): void {
  const { task, action } = routeOptions.config
  if (
    (task !== "operate" && task !== "manage-keys") ||
    key === null ||
    key.id === null ||
    status >= 500 ||
    status === 429
  )
    return
  const { id = null } = (params ?? {}) as { id?: string }
  refusals.add({ key, action: action ?? lastWord(routeOptions.url ?? ""), experiment: id, code })
}

const lastWord = (url: string): string => url.split(/[/:]/).at(-1) as string

function sendProblem(reply: FastifyReply, error: ServiceError): void {
  const { status, headers, text } = toResponse(error)
  void reply.code(status).headers(headers).send(text)
}

const description = () => ({
  openapi: "3.1.0",
  info: {
    title: "Armistice",
    version,
    description:
      "Live adaptive experiments under Gaussian differential privacy. Every request may be refused with 421 `host_not_allowed` " +
      "(called by a name it does not know) or, from a web page of another origin, with 403 `origin_not_allowed`.",
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "/", description: "this service" }],
  tags: [
    { name: "experiments", description: "What is being tried, and with which promise" },
    { name: "decisions", description: "Arms and rewards" },
    {
      name: "evaluation",
      description: "OpenFeature's remote evaluation protocol (OFREP), and what begins at an exposure",
    },
    { name: "populations", description: "Limits on what several experiments together lose about one person" },
    { name: "webhooks", description: "Who is told when something happens" },
    { name: "keys", description: "Who may do what" },
    { name: "sign-in", description: "Sessions of people" },
    { name: "privacy", description: "What was promised, spent and released" },
    { name: "health", description: "For machines that watch" },
  ],
  components: {
    securitySchemes: {
      key: {
        type: "http" as const,
        scheme: "bearer",
        description: "a key made by `armistice keys create` or `POST /v1/keys`",
      },
    },
  },
})
