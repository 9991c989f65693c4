// Unknown names are refused by name, alike on both stores.

import { expect, test } from "vitest"
import { anyServer, storeKinds } from "./testing/any-server.ts"
import { demo } from "./testing/test-service.ts"

test.each(storeKinds)("on %s a refusal names the experiment or the population that is not there", async (kind) => {
  const { call } = await anyServer(kind)
  const refused = async (...asked: Parameters<typeof call>) => {
    const { status, body } = await call(...asked)
    return [status, body.code, body.detail]
  }
  const unknown = [404, "unknown_experiment", 'unknown experiment "exp_gone"']
  const base = "/v1/experiments/exp_gone"
  expect(await refused("POST", `${base}/decisions`, {})).toEqual(unknown)
  expect(await refused("POST", `${base}/finish`)).toEqual(unknown)
  expect(await refused("GET", base)).toEqual(unknown)
  expect(await refused("GET", `${base}/statement`)).toEqual(unknown)
  const nobody = [404, "unknown_population", 'unknown population "nobody"']
  expect(await refused("GET", "/v1/populations/nobody")).toEqual(nobody)
  const joins = { ...demo, sticky: true, population: "nobody" }
  expect(await refused("POST", "/v1/experiments", joins)).toEqual(nobody)
})
