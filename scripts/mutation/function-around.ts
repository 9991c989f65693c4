// The name of the function around a place in a source file, from the outside in: "weightedBatches worthOf", "GdpFilter spend".

import { parseSync } from "oxc-parser"

interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const trees = new Map<string, { text: string; program: SyntaxNode }>()

export function functionAround(path: string, text: string, offset: number): string {
  let tree = trees.get(path)
  if (tree?.text !== text) {
    tree = { text, program: parseSync(path, text).program as unknown as SyntaxNode }
    trees.set(path, tree)
  }
  const names: string[] = []
  let node: SyntaxNode | undefined = tree.program
  while (node !== undefined) {
    const name = nameOf(node)
    if (name !== null) names.push(name)
    node = childrenOf(node).find((child) => child.start <= offset && offset < child.end)
  }
  return names.length === 0 ? "(outside of functions)" : names.join(" ")
}

/** What names a function, a method, a class, or a constant that may hold one. */
function nameOf(node: SyntaxNode): string | null {
  const naming = /^(FunctionDeclaration|FunctionExpression|ClassDeclaration|VariableDeclarator)$/.test(node.type)
    ? node.id
    : /^(MethodDefinition|PropertyDefinition|Property)$/.test(node.type)
      ? node.key
      : null
  if (typeof naming !== "object" || naming === null) return null
  const { type, name } = naming as { type: string; name?: string }
  return type === "Identifier" || type === "PrivateIdentifier" ? (name ?? null) : null
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is SyntaxNode => typeof value === "object" && value !== null && "type" in value)
}
