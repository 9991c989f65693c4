// npm run mutate -- FOLDER …: turns one mistake after the other on in a folder's code and runs the quick tests that reach it. Verdicts
// are kept, so that a run can be stopped and taken up again; a survivor that known-survivors.json does not explain is a failure.

import { parseArgs } from "node:util"
import { mutatedFolders } from "./folders.ts"
import { mutateFolder } from "./mutate-folder.ts"
import { installStryker } from "./stryker.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    workers: { type: "string", default: "2" },
    fresh: { type: "boolean", default: false },
    file: { type: "string", default: "" },
  },
})

const unknown = positionals.find((name) => !mutatedFolders.some((folder) => folder.name === name))
if (positionals.length === 0 || unknown !== undefined) {
  const names = mutatedFolders.map(({ name }) => name).join(", ")
  console.error(`npm run mutate -- FOLDER … must name some of ${names}, got ${unknown ?? "none"}`)
  process.exit(2)
}

installStryker()
let isGood = true
for (const folder of mutatedFolders.filter(({ name }) => positionals.includes(name))) {
  const passed = await mutateFolder(folder, {
    workers: Number(values.workers),
    fresh: values.fresh,
    file: values.file,
  })
  isGood &&= passed
}
process.exit(isGood ? 0 : 1)
