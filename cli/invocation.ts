// How a person who reads our output starts the command again.

import { existsSync } from "node:fs"

/**
 * In a clone, which has sources, npx finds the command by its name. Anywhere else npx needs the
 * package: the name alone could be a package of somebody else.
 */
export const invocation = existsSync(new URL("../main.ts", import.meta.url))
  ? "npx armistice"
  : process.env.npm_command === "exec"
    ? "npx @armistice/cli"
    : "armistice"
