// Errors of the request itself are reported before those that depend on the experiment's state or
// on earlier requests.

import { expect, test } from "vitest"
import { demo, testService } from "../testing/test-service.ts"

test("an unknown segment is reported as one, also with an id that is known and while the experiment is paused", async () => {
  const { service } = await testService()
  const { id } = (await service.createExperiment({ ...demo, segments: ["x"] })).live.experiment
  await service.decide(id, { decisionId: "d", segment: "x" }, "local")
  const wrong = () => service.decide(id, { decisionId: "d", segment: "z" }, "local")
  await expect(wrong()).rejects.toMatchObject({ code: "unknown_segment" })
  await service.changeStatus(id, "pause")
  await expect(service.decide(id, { segment: "z" }, "local")).rejects.toMatchObject({ code: "unknown_segment" })
})
