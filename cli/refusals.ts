// Refusals of the service's library end the command like every refused input: one sentence, exit code 2.

import { usageError } from "./usage-error.ts"

export async function withRefusals<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && (error.name === "ServiceError" || error.name === "ClientError"))
      throw usageError(error.message)
    throw error
  }
}
