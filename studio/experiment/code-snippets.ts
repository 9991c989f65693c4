// The two calls of an application in three languages, as this experiment's definition asks.

import type { ExperimentHandle } from "@armistice/client"

export const languages = ["curl", "TypeScript", "Python"] as const
export type Language = (typeof languages)[number]

type Detail = Awaited<ReturnType<ExperimentHandle["read"]>>
export type Snippet = Pick<Detail, "id" | "segments" | "sticky" | "reward" | "metrics" | "control" | "context">

interface Installation {
  readonly words: string
  readonly code: string
}

/** The packages to install before the code runs outside a clone. */
export const describeInstall = (language: Language): Installation | null =>
  language === "TypeScript"
    ? {
        words:
          "Once: “npm run pack” in a clone of Armistice writes its packages into dist/packages; then, in your project, with the clone's folder for CLONE:",
        code: "npm install CLONE/dist/packages/armistice-client-0.1.0.tgz",
      }
    : null

export function writeClientCode(language: Language, origin: string, experiment: Snippet, needsKey: boolean): string {
  const { id, segments, sticky, reward, metrics, control, context } = experiment
  const base = `${origin}/v1/experiments/${id}`
  const person = {
    subject: "person-1",
    ...(segments === null ? {} : { segment: segments[0] }),
    ...(context === null ? {} : { context: exampleContext(context.attributes) }),
  }
  const beside = Object.fromEntries(metrics.map((metric) => [metric.name, metric.default]))
  const outcome = { value: reward.max, ...(metrics.length === 0 ? {} : { metrics: beside }) }
  const asked = { decisionId: "visit-1", ...person }
  const given = { ...(sticky ? { subject: "person-1" } : { decisionId: "visit-1" }), ...outcome }
  if (language === "curl") {
    const key = needsKey ? ` -H "authorization: Bearer $ARMISTICE_KEY"` : ""
    const call = (path: string, body: object) =>
      `curl -s ${base}${path}${key} -H "content-type: application/json" -d ${shellText(jsonText(body))}`
    return `# which option for this person?
${call("/decisions", asked)}

# the answer, once, when it is known
${call("/rewards", given)}`
  }
  if (language === "TypeScript") {
    const decision = objectText({ ...person, fallback: control, timeoutMs: 300 })
    const answer = metrics.length === 0 ? String(reward.max) : objectText(outcome)
    const send = sticky ? `rewardSubject("person-1", ${answer})` : `reward(decided.decisionId, ${answer})`
    return `import { ArmisticeClient } from "@armistice/client"

const client = new ArmisticeClient({ baseUrl: "${origin}"${needsKey ? ", key: process.env.ARMISTICE_KEY" : ""} })
const experiment = client.experiment("${id}")

const decided = await experiment.decide(${decision})
// … show decided.arm; later, when the answer is known:
if (!decided.isFallback) await experiment.${send}`
  }
  return `import json, ${needsKey ? "os, " : ""}urllib.request

def call(path, body):
    request = urllib.request.Request("${base}" + path, json.dumps(body).encode(), method="POST")
    request.add_header("content-type", "application/json")
${needsKey ? '    request.add_header("authorization", "Bearer " + os.environ["ARMISTICE_KEY"])\n' : ""}    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or "null")

decision = call("/decisions", ${jsonText(asked)})
# ... show decision["arm"]; later, when the answer is known:
call("/rewards", ${jsonText(given)})`
}

/** The first level of each attribute, or the middle of its range. */
const exampleContext = (attributes: NonNullable<Snippet["context"]>["attributes"]): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { levels, range = [0, 1] }]) => [
      name,
      levels?.[0] ?? Number((((range[0] ?? 0) + (range[1] ?? 0)) / 2).toPrecision(6)),
    ]),
  )

/** An object literal of TypeScript: only names that need quotes are quoted. */
function objectText(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const nameText = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))
  const fields = Object.entries(value).map(([name, field]) => `${nameText(name)}: ${objectText(field)}`)
  return `{ ${fields.join(", ")} }`
}

/** JSON on one line with spaces, which is also a literal of Python. */
function jsonText(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${jsonText(field)}`)
  return `{${fields.join(", ")}}`
}

const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
