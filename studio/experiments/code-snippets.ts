// The two calls an application makes, as text in three languages.

export const languages = ["curl", "TypeScript", "Python"] as const
export type Language = (typeof languages)[number]

export function clientCode(language: Language, origin: string, id: string, needsKey: boolean): string {
  const base = `${origin}/v1/experiments/${id}`
  if (language === "curl") {
    const key = needsKey ? ` -H "authorization: Bearer $ARMISTICE_KEY"` : ""
    const json = ` -H "content-type: application/json"`
    return `# which arm for this person?
curl -s ${base}/decisions${key}${json} -d '{"decisionId": "visit-1", "subject": "person-1"}'

# the answer, once, when it is known
curl -s -X PUT ${base}/decisions/visit-1/reward${key}${json} -d '{"value": 1}'`
  }
  if (language === "TypeScript")
    return `import { ArmisticeClient } from "@armistice/client"

const client = new ArmisticeClient({ baseUrl: "${origin}"${needsKey ? ", key: process.env.ARMISTICE_KEY" : ""} })
const experiment = client.experiment("${id}")

const { decisionId, arm } = await experiment.decide({ subject: "person-1" })
// … show the arm; later, when the answer is known:
await experiment.reward(decisionId, 1)`
  return `import json, ${needsKey ? "os, " : ""}urllib.request

def call(method, path, body):
    request = urllib.request.Request("${base}" + path, json.dumps(body).encode(), method=method)
    request.add_header("content-type", "application/json")
${needsKey ? '    request.add_header("authorization", "Bearer " + os.environ["ARMISTICE_KEY"])\n' : ""}    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or "null")

decision = call("POST", "/decisions", {"decisionId": "visit-1", "subject": "person-1"})
# ... show decision["arm"]; later, when the answer is known:
call("PUT", "/decisions/visit-1/reward", {"value": 1})`
}
