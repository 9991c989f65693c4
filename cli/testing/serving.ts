// `armistice serve` in a folder of its own, on a free port.

import { startCommand } from "./run-command.ts"

/** `address`: the first line the service prints. */
export const serving = (folder: string, args: readonly string[] = []) =>
  startServing(folder, ["serve", "--port", "0", "--store", "a.db", ...args])

export async function startServing(folder: string, args: readonly string[]) {
  const { child, outcome } = startCommand(args, folder)
  const address = await new Promise<string>((resolve, reject) => {
    let text = ""
    child.stdout?.on("data", (data) => {
      text += String(data)
      if (text.includes("\n")) resolve(text.split("\n")[0] ?? "")
    })
    child.on("exit", (code) => reject(new Error(`ended with ${code}`)))
  })
  const stop = async () => {
    child.kill("SIGINT")
    return outcome
  }
  return { address, stop }
}
