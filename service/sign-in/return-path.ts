// Where a person goes after signing in: a page of this service and nothing else, or the sign-in
// would lend its good name to any address.

const longest = 1000

/** The same path within `origin`, or null for everything that is not plainly one of its pages. */
export function checkReturnPath(path: string, origin: string): string | null {
  // Browsers take a backslash for a slash, and drop tabs and line ends.
  if (path.length > longest || !/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(path)) return null
  if (!URL.canParse(path, origin)) return null
  const { origin: found, pathname, search, hash } = new URL(path, origin)
  // Encoded slashes and dots become an address if anything on the way decodes them.
  if (found !== origin || /^\/\/|%2f|%5c|%2e|%0|%1/i.test(pathname)) return null
  return /^\/(sign-in|v1|ofrep)(\/|$)/i.test(pathname) ? null : `${pathname}${search}${hash}`
}
