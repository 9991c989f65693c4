// What one source file imports and which globals it reaches for, from its syntax tree (oxc).

import { parseSync } from "oxc-parser"

export interface SourceFacts {
  imports: { from: string; isTypeOnly: boolean; line: number }[]
  /** Names of globals it may use, such as "Date" or "Math.random". A local of the same name counts too. */
  globals: { name: string; line: number }[]
}

interface SyntaxNode {
  type: string
  start: number
  [key: string]: unknown
}

export function readSource(path: string, text: string): SourceFacts {
  const { program, comments, errors } = parseSync(path, text)
  if (errors[0] !== undefined) throw new Error(`${path} must parse: ${errors[0].message}`)
  const lineOf = (start: number) => text.slice(0, start).split("\n").length
  const facts: SourceFacts = { imports: [], globals: [] }

  /** Notes what the node itself says; true if its children say nothing more. */
  function note(node: SyntaxNode): boolean {
    const imported = importOf(node)
    if (imported !== null) {
      facts.imports.push({ ...imported, line: lineOf(node.start) })
      return true
    }
    if (node.type === "Identifier") facts.globals.push({ name: String(node.name), line: lineOf(node.start) })
    const { owner, properties } = reach(node)
    if (owner !== "Math" && owner !== "globalThis") return false
    for (const property of properties)
      facts.globals.push({ name: owner === "Math" ? `Math.${property}` : property, line: lineOf(node.start) })
    return true
  }

  function visit(node: SyntaxNode): void {
    if (note(node)) return
    for (const [key, value] of Object.entries(node)) {
      if (isPlainName(node, key)) continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }

  visit(program as unknown as SyntaxNode)
  for (const { value, start } of comments) {
    const reference = /^\/\s*<reference\s+(?:types|path|lib)="([^"]+)"/.exec(value)
    if (reference) facts.imports.push({ from: reference[1] ?? "", isTypeOnly: true, line: lineOf(start) })
  }
  return facts
}

/** What the node imports, if it is any of the ways to import. */
function importOf(node: SyntaxNode): { from: string; isTypeOnly: boolean } | null {
  const source = node.type === "TSExternalModuleReference" ? node.expression : node.source
  if (!isNode(source)) return null
  const from = typeof source.value === "string" ? source.value : "(a computed path)"
  const isTypeOnly = node.importKind === "type" || node.exportKind === "type" || node.type === "TSImportType"
  return { from, isTypeOnly }
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string"

/** A key or property written as a name refers to no variable. */
const isPlainName = (node: SyntaxNode, key: string): boolean =>
  node.computed === false && ((node.type === "MemberExpression" && key === "property") || key === "key")

/** The variable behind an expression, through parentheses and casts. */
function variableBehind(expression: unknown): string | null {
  if (!isNode(expression)) return null
  if (expression.type === "Identifier") return String(expression.name)
  return isNode(expression.expression) ? variableBehind(expression.expression) : null
}

/** `owner.property` or `const { property } = owner`: whose properties the node reads; "?" for a computed name. */
function reach(node: SyntaxNode): { owner: string | null; properties: string[] } {
  if (node.type === "MemberExpression")
    return { owner: variableBehind(node.object), properties: [nameOf(node.property, node.computed)] }
  if (node.type !== "VariableDeclarator" || !isNode(node.id) || node.id.type !== "ObjectPattern")
    return { owner: null, properties: [] }
  const properties = (node.id.properties as SyntaxNode[]).map(({ key, computed }) => nameOf(key, computed))
  return { owner: variableBehind(node.init), properties }
}

function nameOf(key: unknown, computed: unknown): string {
  if (!isNode(key)) return "?"
  if (computed === false && key.type === "Identifier") return String(key.name)
  return typeof key.value === "string" ? key.value : "?"
}
