/** A command line that cannot be run. The message is one sentence, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

/** Errors about the input, by name, so that no library has to be loaded to recognise them. */
export const refusals: ReadonlySet<string> = new Set(["UsageError", "ArmisticeError", "ServiceError", "ClientError"])
