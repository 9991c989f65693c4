// Search over the sections of all pages. The sections are a script, which a page loads on first
// use: a page that is opened as a file may load scripts, but fetch nothing.

import MiniSearch, { type SearchResult } from "minisearch"

const mostFound = 10

/** Short names, because there are thousands. */
export interface IndexedSection {
  /** Address on the site with the heading's anchor. */
  readonly id: string
  readonly page: string
  readonly heading: string
  readonly text: string
  /** 1 for documents, less for generated references, which have the same words many times. */
  readonly weight: number
}

export interface Found {
  readonly id: string
  readonly page: string
  readonly heading: string
  /** The text around the first word that was found. */
  readonly excerpt: string
}

export class SectionSearch {
  readonly #index = new MiniSearch<IndexedSection>({
    fields: ["heading", "page", "text"],
    storeFields: ["page", "heading", "text", "weight"],
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      combineWith: "AND",
      boostDocument: (_id, _word, stored) => Number(stored?.weight ?? 1),
    },
  })

  constructor(sections: readonly IndexedSection[]) {
    this.#index.addAll(sections)
  }

  find(query: string): Found[] {
    return this.#index.search(query).slice(0, mostFound).map(describe)
  }
}

function describe(result: SearchResult): Found {
  const { id, page, heading, text, terms } = result as SearchResult & IndexedSection
  const lower = text.toLowerCase()
  const at = Math.max(0, Math.min(...terms.map((word) => lower.indexOf(word)).filter((place) => place >= 0), 1e9))
  const start = at > text.length ? 0 : Math.max(0, text.lastIndexOf(" ", at - 40))
  const isCut = text.length > start + 140
  const excerpt = text.slice(start, isCut ? text.lastIndexOf(" ", start + 140) : undefined).trim()
  return { id, page, heading, excerpt: `${start > 0 ? "… " : ""}${excerpt}${isCut ? " …" : ""}` }
}
