// `npm run pack [FOLDER]`: tarballs of everything that is published, in dist/packages unless another folder is named.

import { statSync } from "node:fs"
import { relative, resolve } from "node:path"
import { root } from "../repository.ts"
import { pack, published } from "./pack.ts"

const into = resolve(root, process.argv[2] ?? "dist/packages")
for (const { name, file } of await pack(published(), into))
  console.log(`${name.padEnd(24)} ${relative(root, file)}  ${(statSync(file).size / 1000).toFixed(0)} kB`)
