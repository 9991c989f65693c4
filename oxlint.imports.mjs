// Which folder may import which, what core may not touch, and no import cycles: the rules of `npm
// test -- imports`.

const folders = {
  core: { mayImport: [] },
  lab: { mayImport: ["core"] },
  charts: { mayImport: [], testsMayImport: ["core", "lab"] },
  paper: { mayImport: ["core", "lab", "charts"] },
  fleet: { mayImport: ["core", "lab"] },
  research: { mayImport: ["core", "lab", "charts"] },
  service: { mayImport: ["core"] },
  client: { mayImport: [], typesOf: "service", testsMayImport: ["service"] },
  openfeature: { mayImport: ["client"], testsMayImport: ["service"] },
  studio: { mayImport: ["core", "lab", "charts", "paper", "client"] },
  cli: { mayImport: ["core", "lab", "charts", "paper", "service", "client", "fleet", "studio"] },
  site: { mayImport: ["service"] },
}

/** Files that are not published. */
const testFiles = ["*.test.ts", "*.contract.ts", "*.bench.ts", "testing/**", "verify/**"]

const noTests = {
  regex: "(\\.(test|contract|bench)\\.ts|/(testing|verify)/.+)$",
  message: "sources must not import tests",
}

/** Core has no clock, no chance and no platform of its own. */
const purity = {
  "no-restricted-imports": refuse(
    { regex: "^[^.]", message: "core must import nothing but itself" },
    noPaths("core"),
    noTests,
  ),
  "no-restricted-globals": [
    "error",
    ..."Date performance setTimeout setInterval process require globalThis".split(" "),
  ],
  "no-restricted-properties": ["error", { object: "Math", property: "random" }],
  "import/no-dynamic-require": ["error", { esmodule: true }],
  "typescript/triple-slash-reference": ["error", { lib: "never", path: "never", types: "never" }],
  "typescript/consistent-type-imports": ["error", { disallowTypeAnnotations: true }],
}

export default {
  plugins: ["typescript", "import"],
  categories: { correctness: "off" },
  // Type imports count: a cycle of types ties files together as much as one of values does.
  rules: { "import/no-cycle": ["error", { ignoreTypes: false }], "typescript/no-import-type-side-effects": "error" },
  overrides: [
    ...Object.keys(folders).flatMap(directions),
    { files: ["core/**"], excludeFiles: testFiles.map((pattern) => `core/**/${pattern}`), rules: purity },
    // The platform's secure randomness is all that core takes from its surroundings.
    { files: ["core/random/secure-random.ts"], rules: { "no-restricted-globals": "off" } },
  ],
  ignorePatterns: ["**/dist/**", "node_modules/**", "coverage/**"],
}

function directions(folder) {
  const { mayImport, testsMayImport = [], typesOf } = folders[folder]
  const sources = refuse(...refusedImports(folder, mayImport, typesOf), noTests)
  const tests = refuse(...refusedImports(folder, [...mayImport, ...testsMayImport]))
  return [
    { files: [`${folder}/**`], rules: { "no-restricted-imports": sources } },
    {
      files: testFiles.map((pattern) => `${folder}/**/${pattern}`),
      rules: { "no-restricted-imports": tests },
    },
  ]
}

function refusedImports(folder, allowed, typesOf) {
  const others = Object.keys(folders).filter((other) => other !== folder)
  const refused = others.filter((other) => !allowed.includes(other) && other !== typesOf)
  const choices = allowed.length === 0 ? "no other folder" : allowed.join(", ")
  return [
    { regex: `^@armistice/(${refused.join("|")})(/|$)`, message: `${folder} may import ${choices}` },
    { regex: `^@armistice/${folder}(/|$)`, message: "a folder imports itself by relative path" },
    noPaths(folder),
    { regex: `^@armistice/${typesOf}(/|$)`, allowTypeImports: true, message: `${folder} may import types only` },
  ]
}

/**
 * charts and paper are also folders inside others: there, the compiler alone refuses what is
 * outside of its project.
 */
function noPaths(folder) {
  const others = Object.keys(folders).filter((other) => ![folder, "charts", "paper"].includes(other))
  return { regex: `\\.\\./(${others.join("|")})/`, message: "another folder is imported by its package name" }
}

function refuse(...patterns) {
  return ["error", { patterns }]
}
