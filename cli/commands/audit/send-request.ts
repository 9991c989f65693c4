// Requests to the audited service.

export interface ServiceResponse {
  readonly status: number
  readonly text: string
  /** The body, if it is a JSON document. */
  readonly json: unknown
}

/** Sends a request and reads the body to its end, or until `isEnough` accepts the text so far. */
export async function sendRequest(
  address: string,
  method: string,
  path: string,
  body?: unknown,
  isEnough: (text: string) => boolean = () => false,
): Promise<ServiceResponse> {
  const response = await fetch(address + path, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  })
  let text = ""
  const stream = response.body?.pipeThrough(new TextDecoderStream())
  for await (const chunk of (stream ?? []) as AsyncIterable<string>) {
    text += chunk
    // Leaving the loop cancels the stream.
    if (isEnough(text)) break
  }
  const isJson = /^application\/(problem\+)?json/.test(response.headers.get("content-type") ?? "") && text !== ""
  return { status: response.status, text, json: isJson ? JSON.parse(text) : null }
}
