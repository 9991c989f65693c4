// A document that is wrong is noticed, and one that is right is not.

import { beforeAll, expect, test } from "vitest"
import { readBlocks } from "./blocks.ts"
import { buildPackages, readDocument } from "./reader.ts"

beforeAll(buildPackages)

const read = (text: string, includesSlow = false) => readDocument(readBlocks("planted.md", text), { includesSlow })
const sh = (code: string) => `\`\`\`sh\n${code}\n\`\`\`\n\n`
const served = sh("npx armistice serve")
const create = (body: string) =>
  sh(`curl -s http://127.0.0.1:4600/v1/experiments -H 'content-type: application/json' -d '${body}'`)
const demo = { name: "demo", arms: ["a", "b"], horizon: 100, answers: "all" as const, privacy: { eta: 1 } }

test("blocks share a terminal, a folder and a service", async () => {
  const text = `${served}${sh("U=http://127.0.0.1:4600\nNAME='two words'")}<!-- file: body.json -->
\`\`\`json
${JSON.stringify(demo)}
\`\`\`

${sh(`curl -s $U/v1/experiments -H 'content-type: application/json' -d @body.json > "$NAME"; cut -c1-6 "$NAME"`)}\`\`\`text
{"id":
\`\`\`

\`\`\`js
const one = 1
\`\`\`

<!-- continues -->
\`\`\`js
console.log(one + 1)
\`\`\`

\`\`\`text
2
\`\`\`

<!-- request: POST /v1/experiments -->
\`\`\`json
${JSON.stringify(demo)}
\`\`\`

<!-- service stopped -->
${sh("npx armistice store backup armistice.db backup.db\n! curl -s http://127.0.0.1:4600/healthz")}
<!-- slow -->
${sh("exit 1")}
<!-- not run: it would fail -->
${sh("exit 1")}`
  expect(await read(text)).toBe(8)
})

test.each([
  [
    "a command that fails",
    `Fine:\n\n${sh("echo fine")}${sh("npx armistice simulate --no-such-flag")}`,
    /planted.md:7 /,
  ],
  ["a command in the middle that fails", sh("false\necho fine"), /must end with 0, got 1/],
  ["a request that is refused", `${served}${create('{"name":"demo","arms":["a"]}')}`, /must not be refused/],
  ["a service that does not start", sh("npx armistice serve --store nowhere/x.db"), /must go on/],
  ["code that throws", "```js\nnull.x\n```\n", /must end with 0/],
  ["a package that is not there", '```js\nimport "@armistice/nothing"\n```\n', /must end with 0/],
  ["a type that does not fit", '```ts\nconst one: number = "1"\n```\n', /TS2322/],
  ["another output", `${sh("echo 1")}\`\`\`text\n2\n\`\`\`\n`, /must print\n2\n\ngot\n1/],
  ["a body that is refused", `${served}<!-- request: POST /v1/experiments -->\n\`\`\`json\n{}\n\`\`\`\n`, /got 400/],
  ["JSON that is for nothing", "```json\n{}\n```\n", /must say what it is for/],
])("%s is noticed", async (_what, text, message) => {
  await expect(read(text)).rejects.toThrow(message)
})

test("with patience, slow blocks are run", async () => {
  await expect(read(`<!-- slow -->\n${sh("exit 3")}`, true)).rejects.toThrow(/got 3/)
})
