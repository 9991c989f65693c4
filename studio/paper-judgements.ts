// A Vite plugin: the judgements of committed results without the results, which are large.

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "vite"

const name = "virtual:paper"

export function paperJudgements(folder: string): Plugin {
  return {
    name: "paper-judgements",
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null
      const judged = readdirSync(folder)
        .filter((file) => file.endsWith(".json"))
        .map((file) => {
          this.addWatchFile(join(folder, file))
          const { results: _results, ...rest } = JSON.parse(readFileSync(join(folder, file), "utf8"))
          return rest
        })
      return `export const committedJudgements = ${JSON.stringify(judged)}`
    },
  }
}
