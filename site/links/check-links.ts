// The problems of a built site: every link and anchor within it must lead somewhere, and nothing
// that a page needs may come from elsewhere.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join, posix } from "node:path"

/** As sentences; empty if all is well. */
export function checkLinks(site: string): string[] {
  const files = readdirSync(site, { recursive: true, encoding: "utf8" })
  const pages = files.filter((file) => file.endsWith(".html"))
  const ids = new Map<string, Set<string>>()
  const findIds = (page: string): Set<string> => {
    const found = ids.get(page) ?? new Set([...read(site, page).matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => id))
    ids.set(page, found)
    return found
  }
  const checkAddress = (page: string, address: string, isNeeded: boolean): string[] => {
    if (/^(https?:)?\/\//.test(address) || /^(?!data:)[a-z]+:/i.test(address))
      return isNeeded ? [`${page} needs ${address}, which is not part of the site`] : []
    if (address.startsWith("data:")) return []
    const [path = "", anchor = ""] = address.split("#")
    const target = path === "" ? page : posix.normalize(posix.join(posix.dirname(page), decodeURI(path)))
    const file = join(site, target)
    if (target.startsWith("..") || !existsSync(file) || statSync(file).isDirectory())
      return [`${page} links to ${address}, but there is no file ${target}`]
    if (anchor !== "" && !findIds(target).has(decodeURIComponent(anchor)))
      return [`${page} links to ${address}, but ${target} has no such heading`]
    return []
  }
  return [
    ...pages.flatMap((page) => readAddresses(read(site, page)).flatMap((one) => checkAddress(page, ...one))),
    ...files
      .filter((file) => file.endsWith(".css"))
      .flatMap((file) =>
        [...read(site, file).matchAll(/url\(["']?([^"')]+)["']?\)|@import\s+["']([^"']+)["']/g)].flatMap(
          ([, address, imported]) => checkAddress(file, address ?? imported ?? "", true),
        ),
      ),
  ]
}

const read = (site: string, file: string): string => readFileSync(join(site, file), "utf8")

/** Each address of a page, and whether the page needs it to be shown. */
const readAddresses = (html: string): [string, boolean][] =>
  [...html.matchAll(/<(\w+)\b[^>]*?\s(?:href|src|srcset)="([^"]*)"/g)].map(([, element = "", address = ""]) => [
    address.replaceAll("&amp;", "&"),
    element !== "a",
  ])
