// Adds the place in the sweep to an error.

import { ArmisticeError } from "@armistice/core"
import { invalidParameter } from "@armistice/lab/internal"

export function withPlace<Result>(place: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof ArmisticeError)
      throw new ArmisticeError(error.code, `${place}: ${error.message}`, error.details)
    throw invalidParameter(`${place} must be an entry of a sweep, got an invalid one: ${(error as Error).message}`)
  }
}
