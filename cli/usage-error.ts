/** A command line that cannot be run. The message is one sentence, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}
