// Marks a body as optional in the OpenAPI document if all its fields are optional: generated
// clients then need not send an empty one.

interface Operation {
  requestBody?: { required?: boolean; content: { "application/json"?: { schema?: object } } }
}

/** Keywords by which a schema requires something of an object. */
const demands = ["required", "anyOf", "allOf", "oneOf", "minProperties", "dependentRequired"]

export function markOptionalBodies<Document extends object>(document: Document): Document {
  const { paths = {} } = document as { paths?: Record<string, { post?: Operation }> }
  for (const { post } of Object.values(paths)) {
    const body = post?.requestBody
    const schema = body?.content["application/json"]?.schema
    if (body !== undefined && schema !== undefined && !demands.some((keyword) => keyword in schema))
      body.required = false
  }
  return document
}
