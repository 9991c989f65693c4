// Says in the OpenAPI document which requests may come without a body: those to post something of which every field is optional. Without it
// generated clients would ask for an empty object.

interface Operation {
  requestBody?: { required?: boolean; content: { "application/json"?: { schema?: object } } }
}

/** What a schema may ask of an object: certain fields, one of several sets of them, or any. */
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
