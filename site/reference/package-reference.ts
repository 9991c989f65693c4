// The reference of the packages as Markdown, by TypeDoc from the declarations that are published
// with their TSDoc sentences. TypeDoc needs TypeScript 5, which this workspace has of its own.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, posix, relative, sep } from "node:path"
import { root } from "../repository.ts"

interface Manifest {
  readonly name: string
  readonly description: string
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>
}

/** Packages whose exported names all have a TSDoc sentence; `npm test -- exports` checks it. */
const documented = ["core", "lab", "client", "openfeature", "service"]
/** Entries that are for the other packages of this repository. */
const internal = [
  "@armistice/lab/internal",
  "@armistice/lab/browser-worker",
  "@armistice/service/api",
  "@armistice/service/durable-file",
]

/** Documents by their path under a folder. The packages must be built. */
export async function writePackageReference(folder: string): Promise<Map<string, string>> {
  const entries = documented.flatMap(listEntries).filter(({ name }) => !internal.includes(name))
  const written = mkdtempSync(join(tmpdir(), "armistice-reference-"))
  try {
    await runTypeDoc(entries, written)
    const files = readdirSync(written, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md"))
    const documents = files.map((file): [string, string] => {
      const text = readFileSync(join(written, file), "utf8")
      const entry = entries.find((one) => `${fileName(one)}.md` === file)
      const titled = entry === undefined ? text : text.replace(/^# .*/, `# ${entry.name}`)
      return [posix.join(folder, file.split(sep).join("/")), titled.replaceAll("__namedParameters", "options")]
    })
    return new Map([...documents, [`${folder}/README.md`, writeIndex(entries)]])
  } finally {
    rmSync(written, { recursive: true, force: true })
  }
}

interface Entry {
  /** Such as @armistice/core/privacy. */
  readonly name: string
  readonly description: string
  readonly declarations: string
}

/** No folder of its own, whose name could be that of an exported type but for its case. */
const fileName = ({ name }: Entry): string => name.replace("@armistice/", "").replaceAll("/", "-")

function listEntries(folder: string): Entry[] {
  const { name, description, exports }: Manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
  return Object.entries(exports).flatMap(([path, target]) =>
    typeof target === "string" || target.types === undefined
      ? []
      : [{ name: posix.join(name, path), description, declarations: join(root, folder, target.types) }],
  )
}

async function runTypeDoc(entries: readonly Entry[], into: string): Promise<void> {
  const { Application } = await import("typedoc")
  const config = join(into, "tsconfig.json")
  const compilerOptions = {
    module: "nodenext",
    target: "es2022",
    lib: ["es2023", "dom"],
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    skipLibCheck: true,
    strict: true,
    noEmit: true,
  }
  writeFileSync(config, JSON.stringify({ compilerOptions, files: entries.map(({ declarations }) => declarations) }))
  const options = {
    name: "Packages",
    plugin: ["typedoc-plugin-markdown"],
    entryPoints: entries.map(({ declarations }) => declarations),
    tsconfig: config,
    out: into,
    cleanOutputDir: false,
    readme: "none",
    router: "structure",
    disableGit: true,
    disableSources: true,
    excludePrivate: true,
    excludeInternal: true,
    skipErrorChecking: true,
    logLevel: "Error",
    // The reference of the plugin.
    entryFileName: "README",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    indexFormat: "table",
    parametersFormat: "table",
    interfacePropertiesFormat: "table",
    typeDeclarationFormat: "table",
    propertyMembersFormat: "table",
    pageTitleTemplates: { member: "{name}", module: "{name}" },
  }
  const app = await Application.bootstrapWithPlugins(options as never)
  const project = await app.convert()
  if (project === undefined)
    throw new Error("TypeDoc must read the declarations of the packages, with the errors above")
  for (const module of project.children ?? []) {
    const entry = entries.find(({ declarations }) => nameModule(declarations) === module.name)
    if (entry === undefined) throw new Error(`TypeDoc must name modules by their path, got ${module.name}`)
    module.name = fileName(entry)
  }
  await app.generateOutputs(project)
}

/** As TypeDoc names the module of a file. */
const nameModule = (declarations: string): string =>
  relative(root, declarations)
    .split(sep)
    .join("/")
    .replace(/(\/index)?\.d\.ts$/, "")

function writeIndex(entries: readonly Entry[]): string {
  const items = entries.map((entry, k) => {
    const link = `[\`${entry.name}\`](${fileName(entry)}.md)`
    // The entries of a package share its description.
    return entry.description === entries[k - 1]?.description ? `  - ${link}` : `- ${link}: ${entry.description}`
  })
  return `# Packages

Every exported name of the packages, with the sentence that an editor shows for it.

${items.join("\n")}
`
}
