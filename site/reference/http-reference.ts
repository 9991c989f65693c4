// The reference of the HTTP API as Markdown, from the service's own OpenAPI document: one document
// for each tag, one section for each call.

import { describeFields, describeType, type Schema } from "./describe-schema.ts"

export interface OpenApi {
  readonly info: { readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security?: readonly unknown[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Documents by their path under a folder. */
export function writeHttpReference(document: OpenApi, folder: string): Map<string, string> {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method: method.toUpperCase(), path, operation })),
  )
  const tags = document.tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const lost = calls.find(({ operation }) => !tags.some(({ name }) => operation.tags.includes(name)))
  if (lost !== undefined) throw new Error(`${lost.method} ${lost.path} must have a tag that the document describes`)
  return new Map([
    [`${folder}/README.md`, writeIndex(document, tags)],
    ...tags.map((tag): [string, string] => [`${folder}/${tag.name}.md`, writeTag(tag)]),
  ])
}

interface Tag {
  readonly name: string
  readonly description: string
  readonly calls: readonly Call[]
}

function writeIndex({ info }: OpenApi, tags: readonly Tag[]): string {
  const sections = tags.map(({ name, description, calls }) => {
    const rows = calls.map(
      ({ method, path, operation }) =>
        `| [\`${method} ${path}\`](${name}.md#${operation.operationId.toLowerCase()}) | ${cell(operation.summary)} |`,
    )
    return `## [${title(name)}](${name}.md)\n\n${description}.\n\n| Call | What it does |\n| --- | --- |\n${rows.join("\n")}\n`
  })
  return `# HTTP API

Every call of the service with its fields, from the OpenAPI document that a running service has at \`/openapi.json\`.
[API](../../docs/api.md) explains the calls with examples, and [errors](../../docs/errors.md) lists every refusal.

${info.description}

${sections.join("\n")}`
}

function writeTag({ name, description, calls }: Tag): string {
  return `# HTTP API: ${name}\n\n${description}.\n\n${calls.map(writeCall).join("\n")}`
}

/** The operation's id is the heading, so that its anchor is the same whatever the path. */
function writeCall({ method, path, operation }: Call): string {
  const { operationId, summary = "", description, parameters = [], requestBody, responses, security = [] } = operation
  const parts = [`## ${operationId}\n\n\`\`\`http\n${method} ${path}\n\`\`\`\n\n${sentence(summary)}\n`]
  if (description !== undefined) parts.push(`${description}\n`)
  if (security.length === 0) parts.push("Needs no key.\n")
  for (const [place, heading] of places) {
    const rows = parameters.filter((one) => one.in === place)
    if (rows.length > 0) parts.push(`**${heading}**\n\n${rows.map(writeParameter).join("\n")}\n`)
  }
  if (requestBody !== undefined) {
    const optional = requestBody.required === true ? "" : ", which may be left out"
    parts.push(`**Request body**${optional}\n\n${writeContent(requestBody.content)}`)
  }
  for (const [status, { description: about = "", content }] of Object.entries(responses)) {
    // Every call has the same refusals, which docs/errors.md lists.
    if (/XX$/.test(status)) continue
    const note = about === "" || about === "Default Response" ? "" : `: ${about}`
    parts.push(`**Answer ${status}**${note}\n\n${content === undefined ? "" : writeContent(content)}`)
  }
  return parts.join("\n")
}

const places = [
  ["path", "In the path"],
  ["query", "In the query"],
  ["header", "In headers"],
] as const

function writeParameter({ name, required, description, schema }: Parameter): string {
  const need = required === true ? ", required" : ""
  const about = description ?? schema.description
  return `- \`${name}\` (${describeType(schema)}${need})${about === undefined ? "" : `: ${about}`}`
}

const writeContent = (content: Content): string =>
  Object.entries(content)
    .map(([type, { schema = {} }]) => {
      const fields = describeFields(schema)
      const whole = fields === "" ? `${describeType(schema)}${about(schema)}\n` : fields
      return `${type === "application/json" ? "" : `\`${type}\`: `}${whole}\n`
    })
    .join("\n")

const about = ({ description }: Schema): string => (description === undefined ? "" : `: ${description}`)
const title = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ")
const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)
const cell = (text = ""): string => text.replaceAll("|", "\\|")
