// The attempts of a hostile page, run inside the page: every route, by every means a page has.
// Reports what the page could see.

export interface Target {
  readonly method: string
  readonly path: string
}

/**
 * The result of one attempt: a readable status, "loaded", "opaque" (an unreadable answer) or
 * "refused".
 */
export interface Try {
  readonly means: string
  readonly method: string
  readonly path: string
  readonly outcome: string
}

/** Everything except leaving the page. */
export async function attack({ base, targets }: { base: string; targets: readonly Target[] }): Promise<Try[]> {
  const patience = 5000
  const late = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve("late"), ms))
  const fetched = async (path: string, init: RequestInit): Promise<string> => {
    try {
      const answer = await fetch(base + path, { ...init, signal: AbortSignal.timeout(patience) })
      return answer.type === "opaque" ? "opaque" : String(answer.status)
    } catch {
      return "refused"
    }
  }
  const element = (tag: "img" | "script", path: string): Promise<string> =>
    new Promise((resolve) => {
      const made = document.createElement(tag)
      made.onload = () => resolve("loaded")
      made.onerror = () => resolve("refused")
      made.src = base + path
      document.body.append(made)
    })
  const listened = (path: string): Promise<string> =>
    new Promise((resolve) => {
      const source = new EventSource(base + path)
      const end = (outcome: string) => {
        source.close()
        resolve(outcome)
      }
      source.onopen = () => end("loaded")
      source.onerror = () => end("refused")
    })
  /** Frames always report "load"; readable content is the difference. */
  const framed = (start: (frame: HTMLIFrameElement) => void): Promise<string> =>
    new Promise((resolve) => {
      const frame = document.createElement("iframe")
      frame.name = `frame${Math.random()}`
      document.body.append(frame)
      setTimeout(() => {
        frame.onload = () => {
          let text: string | undefined
          try {
            text = frame.contentDocument?.body.textContent ?? undefined
          } catch {
            text = undefined
          }
          frame.remove()
          resolve(
            text === undefined ? "opaque" : (/"status":(\d+)/.exec(text)?.[1] ?? (text === "" ? "opaque" : "loaded")),
          )
        }
        start(frame)
      }, 0)
    })
  const submitted = (method: string, path: string): Promise<string> =>
    framed((frame) => {
      const form = document.createElement("form")
      Object.assign(form, { action: base + path, method, enctype: "text/plain", target: frame.name })
      document.body.append(form)
      form.submit()
    })

  const tries: Try[] = []
  for (const { method, path } of targets) {
    const hasBody = method !== "GET"
    const json = { "content-type": "application/json" }
    const means: [string, string, () => Promise<string>][] = [
      ["fetch", method, () => fetched(path, { method })],
      [
        "fetch as the API wants it",
        method,
        () => fetched(path, hasBody ? { method, headers: json, body: "{}" } : { method, headers: json }),
      ],
      [
        "fetch without CORS",
        hasBody ? "POST" : "GET",
        () => fetched(path, { method: hasBody ? "POST" : "GET", mode: "no-cors", credentials: "include" }),
      ],
      ["beacon", "POST", async () => (navigator.sendBeacon(base + path) ? "opaque" : "refused")],
      ["form", "GET", () => submitted("get", path)],
      ["form", "POST", () => submitted("post", path)],
      ["image", "GET", () => element("img", path)],
      ["script", "GET", () => element("script", path)],
      ["EventSource", "GET", () => listened(path)],
      ["frame", "GET", () => framed((frame) => (frame.src = base + path))],
    ]
    tries.push(
      ...(await Promise.all(
        means.map(async ([name, used, run]) => ({
          means: name,
          method: used,
          path,
          outcome: await Promise.race([run(), late(patience)]),
        })),
      )),
    )
  }
  return tries
}

/** Opens each in a new window, by address and by form, and reports what was readable. */
export async function navigate({ base, targets }: { base: string; targets: readonly Target[] }): Promise<Try[]> {
  const opened = async (path: string, method: string): Promise<Try> => {
    const name = `window${Math.random()}`
    const other = window.open("about:blank", name)
    if (method === "GET" && other !== null) other.location.href = base + path
    else {
      const form = document.createElement("form")
      Object.assign(form, { action: base + path, method, enctype: "text/plain", target: name })
      document.body.append(form)
      form.submit()
    }
    let outcome = "refused"
    for (let look = 0; look < 40 && outcome === "refused"; look++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      try {
        const text = other?.document.body?.textContent ?? ""
        // Evaluations refuse in the words of their own protocol, which have no status.
        const refusal = text.includes("the Host of a request must be") ? "421" : undefined
        outcome = /"status":(\d+)/.exec(text)?.[1] ?? refusal ?? (text === "" ? "refused" : "loaded")
      } catch {
        // The window belongs to another origin by now.
        outcome = "opaque"
      }
    }
    other?.close()
    return { means: "navigation", method, path, outcome }
  }
  const tries: Try[] = []
  for (let from = 0; from < targets.length; from += 10) {
    const some = targets
      .slice(from, from + 10)
      .flatMap(({ path }) => ["GET", "POST"].map((method) => opened(path, method)))
    tries.push(...(await Promise.all(some)))
  }
  return tries
}
