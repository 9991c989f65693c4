// The log of activity through the API, on both stores: written with the change itself, refusals
// counted, and shown by role.

import { expect, test } from "vitest"
import { createKey } from "../keys/key.ts"
import type { Role } from "../keys/role.ts"
import type { KeyRow } from "../store/rows.ts"
import { anyServer, type StoreKind, storeKinds } from "../testing/any-server.ts"
import { listRoutes } from "../testing/list-routes.ts"
import { demo, testServer } from "../testing/test-service.ts"

async function withKeys(kind: StoreKind) {
  const server = await anyServer(kind)
  const key = async (name: string, role: Role, experiments?: string[]) => {
    const made: KeyRow[] = []
    const keys = { putKey: (row: KeyRow) => made.push(row), keys: () => made }
    const { token, row } = createKey(keys as never, {
      name,
      role,
      ...(experiments === undefined ? {} : { experiments }),
    })
    await server.store.putKey(row)
    return { headers: { authorization: `Bearer ${token}` }, id: row.id, name }
  }
  return { ...server, key }
}

test.each(storeKinds)("on %s every change has a row with its key, time and action", async (kind) => {
  const { call, create, key, clock } = await withKeys(kind)
  const alone = await create()
  const ops = await key("ops", "operate")
  const { headers } = ops
  const id = await create({ ...demo, subjectCap: 1 }, headers)
  for (const action of ["pause", "pause", "resume", "finish", "archive"]) {
    clock.forward(1)
    expect((await call("POST", `/v1/experiments/${id}/${action}`, undefined, headers)).status).toBe(200)
  }
  expect((await call("POST", `/v1/experiments/${id}/subjects:erase`, { subject: "s" }, headers)).status).toBe(204)
  const { body } = await call("GET", "/v1/activity", undefined, headers)
  const by = { id: ops.id, name: "ops" }
  const rest = { outcome: "done", code: null, count: 1 }
  const row = (number: number, seconds: number, action: string) => ({
    number,
    at: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(),
    experiment: id,
    action,
    key: by,
    ...rest,
  })
  expect(body).toEqual({
    activity: [
      { ...row(1, 0, "create"), experiment: alone, key: { id: null, name: "local" } },
      row(2, 0, "create"),
      // The second pause changed nothing.
      row(3, 1, "pause"),
      row(4, 3, "resume"),
      row(5, 4, "finish"),
      row(6, 5, "archive"),
      row(7, 5, "erase"),
    ],
    next: null,
  })
  const page = (await call("GET", `/v1/experiments/${id}/activity?limit=2&after=2`, undefined, headers)).body
  expect(page).toEqual({ activity: body.activity.slice(2, 4), next: 4 })
  const newest = (await call("GET", "/v1/activity?limit=1&sort=newest", undefined, headers)).body
  expect(newest).toEqual({ activity: [body.activity[6]], next: 7 })
  expect((await call("GET", "/v1/experiments/exp_unknown/activity", undefined, headers)).status).toBe(404)
})

test.each(storeKinds)(
  "on %s refusals of a key are one row by action and minute, and nothing else is noted",
  async (kind) => {
    const { call, create, key, clock } = await withKeys(kind)
    const id = await create()
    const other = await create()
    const ops = await key("ops", "operate")
    const audit = await key("audit", "audit")
    const decide = await key("decide", "decide")
    const post = async (url: string, headers: Record<string, string>, body?: object) =>
      (await call("POST", `/v1/experiments/${url}`, body, headers)).status
    for (let again = 0; again < 3; again++) expect(await post(`${id}/resume`, ops.headers)).toBe(200)
    expect(await post(`${id}/finish`, ops.headers)).toBe(200)
    for (let again = 0; again < 3; again++) expect(await post(`${id}/resume`, ops.headers)).toBe(409)
    expect(await post(`${id}/pause`, audit.headers)).toBe(403)
    expect(await post(`${other}/pause`, audit.headers)).toBe(403)
    expect(await post(`exp_none/pause`, decide.headers)).toBe(403)
    expect(await post(`${id}/subjects:erase`, ops.headers, { wrong: 1 })).toBe(400)
    clock.forward(60)
    expect(await post(`${id}/resume`, ops.headers)).toBe(409)
    // Neither decisions nor rewards nor reading, whatever is answered; nor a key that nobody knows.
    expect(await post(`${id}/decisions`, audit.headers)).toBe(403)
    expect(await post(`${id}/decisions`, decide.headers)).toBe(201)
    expect((await call("PUT", `/v1/experiments/${id}/decisions/d/reward`, { value: 9 }, decide.headers)).status).toBe(
      422,
    )
    expect((await call("PUT", `/v1/experiments/${id}/decisions/d/reward`, { value: 1 }, ops.headers)).status).toBe(403)
    expect((await call("GET", "/v1/activity", undefined, decide.headers)).status).toBe(403)
    expect(await post(`${id}/pause`, { authorization: "Bearer arm_x_y" })).toBe(401)
    const { body } = await call("GET", "/v1/activity?after=2", undefined, audit.headers)
    const row = ({ id, name }: typeof ops, action: string, experiment: string | null, code: string, count = 1) => [
      { id, name },
      action,
      experiment,
      "refused",
      code,
      count,
    ]
    type Row = { key: object; action: string; experiment: string; outcome: string; code: string; count: number }
    expect(
      (body.activity as Row[])
        .filter(({ outcome }) => outcome === "refused")
        .map(({ key, action, experiment, outcome, code, count }) => [key, action, experiment, outcome, code, count]),
    ).toEqual([
      row(ops, "resume", id, "invalid_transition", 3),
      row(audit, "pause", null, "forbidden", 2),
      row(decide, "pause", null, "forbidden"),
      row(ops, "erase", id, "invalid_request"),
      row(ops, "resume", id, "invalid_transition"),
    ])
    expect(body.activity.length).toBe(6)
  },
)

test.each(storeKinds)("on %s a limited key sees the rows of its experiments and no others", async (kind) => {
  const { call, create, key } = await withKeys(kind)
  const [mine, other] = [await create(), await create()]
  const audit = await key("audit", "audit", [mine])
  const ops = await key("ops", "operate", [mine])
  for (const id of [mine, other]) await call("POST", `/v1/experiments/${id}/pause`, undefined, ops.headers)
  await call("POST", "/v1/experiments", demo, ops.headers)
  const seen = (await call("GET", "/v1/activity", undefined, audit.headers)).body.activity as { experiment: string }[]
  expect(seen.map(({ experiment }) => experiment)).toEqual([mine, mine])
  expect((await call("GET", `/v1/experiments/${mine}/activity`, undefined, audit.headers)).body.activity).toEqual(seen)
  expect((await call("GET", `/v1/experiments/${other}/activity`, undefined, audit.headers)).status).toBe(403)
})

test("every route that changes something notes refusals under the name that the change has", async () => {
  const { app, call, store } = await testServer()
  const { token } = createKey(store, { name: "audit", role: "audit" })
  const headers = { authorization: `Bearer ${token}` }
  const refused: string[] = []
  for (const { method, url } of listRoutes(app)) {
    if (!["POST", "PUT", "PATCH", "DELETE"].includes(method)) continue
    const { body } = await call(method as "POST", url.replace(/\/:\w+/g, "/x"), {}, headers)
    // Evaluations refuse in the words of their own protocol, and note nothing.
    if (/may not (operate|manage keys)/.test(body.detail)) refused.push(url)
  }
  const { activity } = (await call("GET", "/v1/activity?after=1", undefined, headers)).body
  const count = (activity as { count: number }[]).reduce((sum, row) => sum + row.count, 0)
  expect([count, refused.length > 9]).toEqual([refused.length, true])
  expect(activity.map(({ action }: { action: string }) => action).sort()).toEqual([
    "accept-restore",
    "add-arm",
    "add-webhook",
    "archive",
    "create",
    "create-key",
    "edit",
    "edit-key",
    "edit-webhook",
    "erase",
    "extend",
    "finish",
    "harm-seen",
    "pause",
    "purge",
    "put-population",
    "remove-webhook",
    "resend-webhook",
    "resume",
    "resume-arm",
    "revoke-key",
    "ripe",
    "rotate-key",
    "sign-out-person",
    "stop-arm",
    "test-webhook",
  ])
})

test("a change and its row are committed together", async () => {
  const { call, create, store } = await testServer()
  const id = await create()
  store.database.exec("CREATE TRIGGER no BEFORE UPDATE ON experiments BEGIN SELECT RAISE(ABORT, 'no'); END")
  expect((await call("POST", `/v1/experiments/${id}/pause`)).status).toBeGreaterThanOrEqual(500)
  expect((await call("GET", "/v1/activity")).body.activity).toHaveLength(1)
  store.database.exec("DROP TRIGGER no")
  store.database.exec("CREATE TRIGGER no BEFORE INSERT ON activity BEGIN SELECT RAISE(ABORT, 'no'); END")
  expect((await call("POST", `/v1/experiments/${id}/pause`)).status).toBeGreaterThanOrEqual(500)
  expect((await call("GET", `/v1/experiments/${id}`)).body.status).toBe("running")
})
