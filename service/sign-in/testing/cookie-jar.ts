// The cookies of one browser, as far as tests without one need them: by name alone.

export class CookieJar {
  readonly values = new Map<string, string>()

  take(setCookies: readonly string[]): void {
    for (const text of setCookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (value === "" || /max-age=0\b/i.test(text) || /expires=Thu, 01 Jan 1970/i.test(text)) this.values.delete(name)
      else this.values.set(name, value)
    }
  }

  header(): string {
    return [...this.values].map(([name, value]) => `${name}=${value}`).join("; ")
  }
}
