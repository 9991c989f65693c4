// The instructions of a Dockerfile, by stage, as pairs of name and rest.

export type Instruction = readonly [name: string, rest: string]

export function readDockerfile(text: string): { stages: Instruction[][]; last: Instruction[] } {
  const stages: Instruction[][] = []
  for (const line of text.replaceAll(/\\\n\s*/g, " ").split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue
    const [, name = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (name === "") throw new Error(`an instruction must begin with its name, got ${line}`)
    if (name === "FROM") stages.push([])
    stages.at(-1)?.push([name, rest])
  }
  return { stages, last: stages.at(-1) ?? [] }
}
